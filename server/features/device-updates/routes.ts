import { Type } from "typebox";
import { NewUpdate, UpdateAnswer, UpdateDrop, UpdateList } from "../../../src/protocol/device-updates.ts";
import type { Dependencies } from "../../dependencies.ts";
import { BODY_LIMITS } from "../../http/body-limits.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { jsonParts, sendParts } from "../../http/send-parts.ts";
import { UserPace } from "../../limits/user-pace.ts";
import { createUpdate, dropUpdate, readUpdatePages } from "./service.ts";

/** The schemas document; the services check, because this call refuses by its own rules. */
const unchecked = () => () => true;

export function registerDeviceUpdateRoutes(app: HttpApp, deps: Dependencies): void {
  const pace = new UserPace(deps.steadyClock, "update");
  const targets = new UserPace(deps.steadyClock, "updateTarget");
  app.get(
    "/api/devices/update",
    {
      config: { access: "M", takesTurns: true },
      schema: { summary: "The caller's updates of Sentinels, newest first", response: { 200: UpdateList } },
    },
    async ({ user }, reply) => sendParts(reply, jsonParts(readUpdatePages(deps, user.userId))) as never,
  );

  app.post(
    "/api/devices/update",
    {
      config: { access: "M" },
      bodyLimit: BODY_LIMITS.list,
      schema: {
        summary: "Ask Sentinels to update",
        description:
          "400 is the conflict alone: `message` then names the pending updates. Other faults are 422.",
        body: NewUpdate,
        response: { 200: UpdateAnswer },
      },
      validatorCompiler: unchecked,
    },
    async ({ user, body }) => {
      pace.begin(user.userId);
      targets.begin(user.userId, Array.isArray(body?.deviceIds) ? body.deviceIds.length : 1);
      return { message: await createUpdate(deps, user, body) };
    },
  );

  app.put(
    "/api/devices/update/:id",
    {
      config: { access: "M" },
      schema: {
        summary: "Drop a pending update",
        params: Type.Object({ id: Type.String() }),
        body: UpdateDrop,
        response: { 200: UpdateAnswer },
      },
      validatorCompiler: unchecked,
    },
    async ({ user, params, body }) => {
      const status = (body as { status?: unknown } | null)?.status;
      return { message: await dropUpdate(deps, user.userId, params.id, status) };
    },
  );
}
