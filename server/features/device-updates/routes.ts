import { Type } from "typebox";
import { NewUpdate, UpdateAnswer, UpdateDrop, UpdateList } from "../../../src/protocol/device-updates.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { createUpdate, dropUpdate, listUpdates } from "./service.ts";

/** The schemas document; the services check, because this call refuses by its own rules. */
const unchecked = () => () => true;

export function registerDeviceUpdateRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/devices/update",
    {
      config: { access: "M" },
      schema: { summary: "The caller's updates of Sentinels, newest first", response: { 200: UpdateList } },
    },
    async ({ user }) => ({ message: await listUpdates(deps, user.userId) }),
  );

  app.post(
    "/api/devices/update",
    {
      config: { access: "M" },
      schema: {
        summary: "Ask Sentinels to update",
        description:
          "400 is the conflict alone: `message` then names the pending updates. Other faults are 422.",
        body: NewUpdate,
        response: { 200: UpdateAnswer },
      },
      validatorCompiler: unchecked,
    },
    async ({ user, body }) => ({ message: await createUpdate(deps, user, body) }),
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
