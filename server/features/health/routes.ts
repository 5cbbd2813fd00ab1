import { Health } from "../../../src/protocol/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError } from "../../http/api-error.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { DiskProbe } from "./disk-probe.ts";

const RETRY_AFTER_S = 5;

export function registerHealthRoutes(app: HttpApp, { db, config }: Dependencies): void {
  const disk = new DiskProbe({ db, dataDir: config.dataDir, elapsedMs: () => performance.now() });
  app.get(
    "/api/health",
    {
      config: { access: "P" },
      schema: {
        summary: "Whether the server can work",
        description:
          "503 `unavailable` where the database does not answer, 503 `storage_full` where nothing more can be stored; " +
          "what is stored can be read then. Space is looked at every ten seconds at most.",
        response: { 200: Health },
      },
    },
    async (request) => {
      try {
        await db.ping();
      } catch (error) {
        request.log.error({ err: error }, "the database does not answer");
        throw new ApiError(503, "unavailable", {}, { retryAfterS: RETRY_AFTER_S });
      }
      if (await disk.isFull()) throw new ApiError(503, "storage_full");
      return { message: { status: "ok" as const, version: config.version } };
    },
  );
}
