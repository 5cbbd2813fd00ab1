import { Type } from "typebox";
import { utcDay } from "../../../src/domain/time.ts";
import { ACCOUNT_SENTENCES } from "../../../src/messages/server/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError } from "../../http/api-error.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { UserPace } from "../../limits/user-pace.ts";
import { streamArchive } from "./archive.ts";
import { exportedFiles } from "./contents.ts";

/** Downloads of one user at once: a second one, because a phone that lost its connection begins anew. */
const AT_ONCE = 2;
const RETRY_AFTER_S = 30;

export function registerAccountExportRoutes(app: HttpApp, deps: Dependencies): void {
  const pace = new UserPace(deps.steadyClock, "export");
  const underWay = new Map<number, number>();
  app.get(
    "/api/user/export",
    {
      config: { access: "U", takesTurns: true },
      schema: {
        summary: "All data of the own account, as a zip archive",
        description:
          "README.txt in the archive lists its files. With `photos=true` the photos of all insights are in it too. The " +
          "archive is made while it is sent, so its length is not known before.",
        querystring: Type.Object({
          photos: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])),
        }),
      },
    },
    async ({ user, query }, reply) => {
      const running = underWay.get(user.userId) ?? 0;
      if (running >= AT_ONCE) {
        const sentence = { general: ACCOUNT_SENTENCES.exportUnderWay };
        throw new ApiError(429, "throttled", sentence, { retryAfterS: RETRY_AFTER_S });
      }
      pace.begin(user.userId);
      underWay.set(user.userId, running + 1);
      const withPhotos = query.photos === "true";
      const at = new Date(deps.clock.now());
      const archive = streamArchive(exportedFiles(deps, user, { withPhotos }), { at, zip64: withPhotos });
      archive.once("close", () => {
        const left = (underWay.get(user.userId) ?? 1) - 1;
        if (left > 0) underWay.set(user.userId, left);
        else underWay.delete(user.userId);
      });
      const name = `understory-data-${utcDay(at.getTime())}.zip`;
      return reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(archive);
    },
  );
}
