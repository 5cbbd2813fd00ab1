import { DeletionRequest, Ok, PasswordChangeRequest } from "../../../src/protocol/account.ts";
import type { HttpApp } from "../../http/http-app.ts";
import type { AccountNeeds } from "./account-needs.ts";
import { changePassword } from "./change-password-service.ts";
import { askDeletion, keepAccount, type LaterMail } from "./deletion-service.ts";
import { deviceSecretsOf, keepDeviceSecrets } from "./device-cookie.ts";

const OK = { message: "ok" } as const;

/** @param afterAnswer takes what is done after the answer; the server closes when it is done */
export function registerOwnAccountRoutes(
  app: HttpApp,
  needs: AccountNeeds,
  afterAnswer: (work: LaterMail) => void,
): void {
  app.post(
    "/api/changePassword",
    {
      config: { access: "M" },
      schema: {
        summary: "Change the password; all other sessions end",
        body: PasswordChangeRequest,
        response: { 200: Ok },
      },
    },
    async (request, reply) => {
      const caller = { ...request.user, deviceSecrets: deviceSecretsOf(request) };
      keepDeviceSecrets(request, reply, await changePassword(needs, caller, request.body));
      return OK;
    },
  );

  app.delete(
    "/api/user",
    {
      config: { access: "U" },
      schema: {
        summary: "Ask for the deletion of the own account",
        description:
          "The account is deleted after some days, 30 unless the operator set another number; `deletionAt` of the user " +
          "says when. Until then it works as before, and `POST /api/user/keep` takes the deletion back. The last staff " +
          "account is refused with 409.",
        body: DeletionRequest,
        response: { 200: Ok },
      },
    },
    async ({ user, body }) => {
      afterAnswer(await askDeletion(needs, user, body.password));
      return OK;
    },
  );

  app.post(
    "/api/user/keep",
    {
      config: { access: "U" },
      schema: { summary: "Take the deletion of the own account back", response: { 200: Ok } },
    },
    async ({ user }) => {
      afterAnswer(await keepAccount(needs, user.userId));
      return OK;
    },
  );
}
