import { Type } from "typebox";
import { Ok, SessionList } from "../../../src/protocol/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { endSession, sessionsOf } from "./service.ts";

const OK = { message: "ok" } as const;

export function registerSessionRoutes(app: HttpApp, deps: Dependencies): void {
  app.post(
    "/api/logout",
    { config: { access: "U" }, schema: { summary: "End this session", response: { 200: Ok } } },
    async ({ user }) => {
      await endSession(deps, user.userId, String(user.sessionId));
      return OK;
    },
  );

  app.get(
    "/api/sessions",
    {
      config: { access: "U" },
      schema: { summary: "The devices that are signed in", response: { 200: SessionList } },
    },
    async ({ user }) => ({ message: await sessionsOf(deps, user) }),
  );

  app.delete(
    "/api/sessions/:id",
    {
      config: { access: "U" },
      schema: {
        summary: "Sign a device out",
        params: Type.Object({ id: Type.String() }),
        response: { 200: Ok },
      },
    },
    async ({ user, params }) => {
      await endSession(deps, user.userId, params.id);
      return OK;
    },
  );
}
