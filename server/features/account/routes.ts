import type { FastifyReply, FastifyRequest } from "fastify";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import {
  LoginRequest,
  ResetAnswer,
  ResetRequest,
  SignupRequest,
  TokenAnswer,
} from "../../../src/protocol/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import type { Entry, From } from "./account-needs.ts";
import { AttemptGuard } from "./attempt-guard.ts";
import { deviceSecretsOf, keepDeviceSecrets } from "./device-cookie.ts";
import { registerOwnAccountRoutes } from "./own-account-routes.ts";
import { decoyHash } from "./password-hash.ts";
import { completeReset, requestReset } from "./reset-service.ts";
import { signIn } from "./sign-in-service.ts";
import { signUp } from "./sign-up-service.ts";

export function registerAccountRoutes(app: HttpApp, deps: Dependencies): void {
  const needs = { ...deps, guard: new AttemptGuard(deps) };
  const underWay = new Set<Promise<void>>();
  app.addHook("onReady", async () => {
    await decoyHash();
  });
  app.addHook("onClose", async () => {
    await Promise.all(underWay);
  });

  /** Mails go out after the answer, whose time then says nothing about them. */
  const afterAnswer = (send: () => Promise<void>) => {
    const work = send()
      .catch((error: unknown) => {
        app.log.error({ err: error }, "a mail about an account was not sent");
      })
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };
  registerOwnAccountRoutes(app, needs, afterAnswer);

  app.post(
    "/api/login",
    {
      config: { access: "P" },
      schema: {
        summary: "Sign in",
        description:
          "Too many wrong passwords are answered with 429 and `Retry-After`, for an account that does not exist too. " +
          "The answer sets a cookie by which this browser has attempts of its own from then on; it authorizes nothing.",
        body: LoginRequest,
        response: { 200: TokenAnswer },
      },
    },
    async (request, reply) => enter(request, reply, await signIn(needs, request.body, originOf(request))),
  );

  app.post(
    "/api/signup",
    {
      config: { access: "P" },
      schema: { summary: "Make an account", body: SignupRequest, response: { 200: TokenAnswer } },
    },
    async (request, reply) => enter(request, reply, await signUp(needs, request.body, originOf(request))),
  );

  app.post(
    "/api/resetPassword",
    {
      config: { access: "P" },
      schema: {
        summary: "Mail a link to reset the password or, with the link's code, set a new one",
        body: ResetRequest,
        response: { 200: ResetAnswer },
      },
    },
    async (request, reply) => {
      const { email, password = "", code } = request.body;
      const from = originOf(request);
      if (code !== undefined && code !== "") {
        return enter(request, reply, await completeReset(needs, { email, password, code }, from));
      }
      afterAnswer(await requestReset(needs, email, from));
      return { message: SERVER_MESSAGES.account.resetSent };
    },
  );
}

function originOf(request: FastifyRequest): From {
  return {
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
    deviceSecrets: deviceSecretsOf(request),
  };
}

function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, deviceSecrets }: Entry,
): { token: string } {
  keepDeviceSecrets(request, reply, deviceSecrets);
  return { token };
}
