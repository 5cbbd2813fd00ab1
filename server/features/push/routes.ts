import { Type } from "typebox";
import { Ok } from "../../../src/protocol/account.ts";
import {
  PushSubscriptionAnswer,
  PushSubscriptionList,
  PushSubscriptionRequest,
  PushTestAnswer,
} from "../../../src/protocol/calls/push-calls.ts";
import { PUSH_PICTURE_PATH } from "../../../src/protocol/push-message.ts";
import type { Dependencies } from "../../dependencies.ts";
import { throttled } from "../../http/api-error.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { TokenBuckets } from "../../limits/token-bucket.ts";
import { openPushedPicture } from "./picture-service.ts";
import { subscribe, subscriptionsOf, unsubscribe } from "./service.ts";
import { testSubscription } from "./test-service.ts";

const OK = { message: "ok" } as const;
const TESTS_AT_ONCE = 5;
const TEST_EVERY_MS = 12 * 60_000;
const Params = Type.Object({ id: Type.String() });
const PictureQuery = Type.Object({
  user: Type.Integer({ minimum: 1 }),
  insight: Type.Integer({ minimum: 1 }),
  until: Type.Integer({ minimum: 1 }),
  signature: Type.String({ maxLength: 100 }),
});

export function registerPushRoutes(app: HttpApp, deps: Dependencies): void {
  registerSubscriptions(app, deps);
  const tests = new TokenBuckets(deps.clock, TESTS_AT_ONCE, TEST_EVERY_MS);
  app.post(
    "/api/push/subscriptions/:id/test",
    {
      config: { access: "M" },
      schema: {
        summary: "Send one message to a browser, and say what its push service answered",
        params: Params,
        response: { 200: PushTestAnswer },
      },
    },
    async ({ user, params }) => {
      const key = String(user.userId);
      const waitS = tests.waitS(key);
      if (waitS > 0) throw throttled(waitS);
      tests.take(key);
      return { message: await testSubscription(deps, user.userId, params.id) };
    },
  );

  app.get(
    PUSH_PICTURE_PATH,
    {
      config: { access: "P" },
      schema: {
        summary: "The picture of a notification, by a signed address",
        querystring: PictureQuery,
        response: { 200: Type.Unsafe<unknown>({ description: "The image's bytes" }) },
      },
    },
    async ({ query }, reply) => {
      const picture = await openPushedPicture(deps, query);
      return reply.header("cache-control", "private, no-store").type("image/webp").send(picture);
    },
  );
}

function registerSubscriptions(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/push",
    {
      config: { access: "M" },
      schema: {
        summary: "The browsers that the caller is told on",
        response: { 200: PushSubscriptionList },
      },
    },
    async ({ user }) => ({ message: await subscriptionsOf(deps, user.userId) }),
  );

  app.post(
    "/api/push/subscriptions",
    {
      config: { access: "M" },
      schema: {
        summary: "Be told on this browser; it ends with the session",
        body: PushSubscriptionRequest,
        response: { 200: PushSubscriptionAnswer },
      },
    },
    async ({ user, headers, body }) => ({
      message: await subscribe(deps, { ...user, userAgent: headers["user-agent"] ?? null }, body),
    }),
  );

  app.delete(
    "/api/push/subscriptions/:id",
    {
      config: { access: "M" },
      schema: { summary: "Be told no more on a browser", params: Params, response: { 200: Ok } },
    },
    async ({ user, params }) => {
      await unsubscribe(deps, user.userId, params.id);
      return OK;
    },
  );
}
