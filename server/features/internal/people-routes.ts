import { Type } from "typebox";
import { Ok } from "../../../src/protocol/account.ts";
import {
  AuditPage,
  AuditQuery,
  InviteAnswer,
  RoleChange,
  UserAccessAnswer,
} from "../../../src/protocol/calls/internal-calls.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { listAudit } from "../audit/service.ts";
import { accessOfUser, changeRole, endSessionsOf, inviteSomebody, mailReset } from "./people-service.ts";

const OneId = Type.Object({ id: Type.String() });
const OK = { message: "ok" } as const;

/** Help for people, by staff, and the log of what staff do. */
export function registerPeopleRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/internal/audit",
    {
      config: { access: "S" },
      schema: {
        summary: "What staff and the operator did, newest first",
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    async ({ query }) => listAudit(deps, query),
  );
  app.post(
    "/api/internal/invites",
    {
      config: { access: "S" },
      schema: {
        summary: "An invitation with which one person may sign up, shown this once",
        response: { 200: InviteAnswer },
      },
    },
    async ({ user }) => ({ message: await inviteSomebody(deps, user) }),
  );
  app.get(
    "/api/internal/users/:id/access",
    {
      config: { access: "S" },
      schema: {
        summary: "A user's role and signed-in devices",
        params: OneId,
        response: { 200: UserAccessAnswer },
      },
    },
    async ({ params }) => ({ message: await accessOfUser(deps, params.id) }),
  );
  app.delete(
    "/api/internal/users/:id/sessions",
    {
      config: { access: "S" },
      schema: {
        summary: "End all sessions of a user, as for one who lost a device",
        params: OneId,
        response: { 200: UserAccessAnswer },
      },
    },
    async ({ user, params }) => ({ message: await endSessionsOf(deps, user, params.id) }),
  );
  app.post(
    "/api/internal/users/:id/resetMail",
    {
      config: { access: "S" },
      schema: {
        summary: "Mail a user the link with which they set a new password",
        params: OneId,
        response: { 200: Ok },
      },
    },
    async ({ user, params }) => {
      await mailReset(deps, user, params.id);
      return OK;
    },
  );
  app.put(
    "/api/internal/users/:id/role",
    {
      config: { access: "S" },
      schema: {
        summary: "Give a user a role",
        params: OneId,
        body: RoleChange,
        response: { 200: UserAccessAnswer },
      },
    },
    async ({ user, params, body }) => ({ message: await changeRole(deps, user, params.id, body.role) }),
  );
}
