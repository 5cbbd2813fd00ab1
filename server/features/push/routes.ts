import { Type } from "typebox";
import { Ok } from "../../../src/protocol/account.ts";
import {
  PushSubscriptionAnswer,
  PushSubscriptionList,
  PushSubscriptionRequest,
  PushTestAnswer,
} from "../../../src/protocol/calls/push-calls.ts";
import { PUSH_PICTURE_PATH } from "../../../src/protocol/push/push-message.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import type { DeliveryWorker } from "../integrations/delivery-service.ts";
import { openPushedPicture } from "./picture-service.ts";
import { subscribe, subscriptionsOf, unsubscribe } from "./service.ts";
import { testSubscription } from "./test-service.ts";

const OK = { message: "ok" } as const;
const Params = Type.Object({ id: Type.String() });
const PictureQuery = Type.Object({
  user: Type.Integer({ minimum: 1 }),
  insight: Type.Integer({ minimum: 1 }),
  until: Type.Integer({ minimum: 1 }),
  signature: Type.String({ maxLength: 100 }),
});

export function registerPushRoutes(app: HttpApp, deps: Dependencies, worker: DeliveryWorker): void {
  registerSubscriptions(app, deps);
  app.post(
    "/api/push/subscriptions/:id/test",
    {
      config: { access: "M", takesTurns: false },
      schema: {
        summary: "Send one message to a browser, five an hour, and say what its push service answered",
        params: Params,
        response: { 200: PushTestAnswer },
      },
    },
    async ({ user, params }) => ({
      message: await testSubscription({ ...deps, worker }, user.userId, params.id),
    }),
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
