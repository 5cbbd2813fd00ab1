import { Type } from "typebox";
import type { TargetPlatform } from "../../../src/domain/integration/targets.ts";
import { INTEGRATION_SENTENCES } from "../../../src/messages/server/integrations.ts";
import { Ok } from "../../../src/protocol/account.ts";
import {
  ClassesChange,
  Confirmation,
  DeliveryAnswer,
  DeliveryPage,
  DeliveryQuery,
  EmailOptions,
  GroupsChange,
  IntegrationAnswer,
  IntegrationList,
  NewIntegration,
  RulesAnswer,
  RulesChange,
  SmsOptions,
  TargetNamed,
  TestRequest,
} from "../../../src/protocol/calls/integration-calls.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { BODY_LIMITS } from "../../http/body-limits.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { confirmTarget, sendCode } from "./confirmation-service.ts";
import { type DeliveryWorker, listDeliveries, sendTest } from "./delivery-service.ts";
import { changeRules, readRules } from "./rules-service.ts";
import {
  createIntegration,
  editClasses,
  editGroups,
  editOptions,
  listIntegrations,
  platformOf,
  removeIntegration,
} from "./service.ts";

const ByPlatform = Type.Object({ platform: Type.String() });

/** @param worker woken when a message was stored */
export function registerIntegrationRoutes(app: HttpApp, deps: Dependencies, worker: DeliveryWorker): void {
  app.get(
    "/api/integrations",
    {
      config: { access: "M" },
      schema: {
        summary: "The caller's integrations: Gundi, e-mail and text messages",
        description: "The key of Gundi is masked: an ellipsis and its last four characters.",
        response: { 200: IntegrationList },
      },
    },
    async ({ user }) => ({ message: await listIntegrations(deps, user.userId) }),
  );

  app.post(
    "/api/integrations",
    {
      config: { access: "M" },
      bodyLimit: BODY_LIMITS.list,
      schema: {
        summary: "Add an integration; at most one for each platform",
        description: "A new e-mail or number is sent a code, and nothing else before it has confirmed.",
        body: NewIntegration,
        response: { 200: IntegrationAnswer },
      },
    },
    async ({ user, body }) => {
      const message = await createIntegration(deps, user.userId, body);
      worker.wake();
      return { message };
    },
  );

  app.delete(
    "/api/integrations/:platform",
    {
      config: { access: "M" },
      schema: { summary: "Delete an integration for good", params: ByPlatform, response: { 200: Ok } },
    },
    async ({ user, params }) => {
      await removeIntegration(deps, { userId: user.userId, platform: platformOf(params.platform) });
      return { message: "ok" as const };
    },
  );

  registerEdits(app, deps, worker);
  registerConfirmation(app, deps, worker);
  registerDeliveries(app, deps, worker);
  registerRules(app, deps);
}

function registerEdits(app: HttpApp, deps: Dependencies, worker: DeliveryWorker): void {
  app.put(
    "/api/integrations/emails",
    {
      config: { access: "M" },
      schema: {
        summary:
          "Change the e-mails and settings of the e-mail integration; what is left out keeps its value",
        body: EmailOptions,
        response: { 200: IntegrationAnswer },
      },
    },
    async ({ user, body: { options } }) => {
      const { emails, alertSetting, digestSetting } = options;
      const own = { userId: user.userId, platform: "email" } as const;
      const message = await editOptions(deps, own, { targets: emails, alertSetting, digestSetting });
      worker.wake();
      return { message };
    },
  );

  app.put(
    "/api/integrations/sms",
    {
      config: { access: "M" },
      schema: {
        summary: "Change the phone numbers of the SMS integration; what is left out keeps its value",
        body: SmsOptions,
        response: { 200: IntegrationAnswer },
      },
    },
    async ({ user, body: { options } }) => {
      const own = { userId: user.userId, platform: "sms" } as const;
      const { phoneNumbers, alertSetting } = options;
      const message = await editOptions(deps, own, { targets: phoneNumbers, alertSetting });
      worker.wake();
      return { message };
    },
  );

  app.put(
    "/api/integrations/:platform/notifications",
    {
      config: { access: "M" },
      bodyLimit: BODY_LIMITS.list,
      schema: {
        summary: "Change of which classes the integration tells; 'none' where groups decide",
        params: ByPlatform,
        body: ClassesChange,
        response: { 200: IntegrationAnswer },
      },
    },
    async ({ user, params, body }) => {
      const own = { userId: user.userId, platform: platformOf(params.platform) };
      return { message: await editClasses(deps, own, body.notificationClasses) };
    },
  );

  app.put(
    "/api/integrations/:platform/groups",
    {
      config: { access: "M" },
      bodyLimit: BODY_LIMITS.list,
      schema: {
        summary: "Replace the groups of the integration, each with its own classes",
        params: ByPlatform,
        body: GroupsChange,
        response: { 200: IntegrationAnswer },
      },
    },
    async ({ user, params, body }) => {
      const own = { userId: user.userId, platform: platformOf(params.platform) };
      return { message: await editGroups(deps, own, body.groupNotifications) };
    },
  );
}

function registerConfirmation(app: HttpApp, deps: Dependencies, worker: DeliveryWorker): void {
  app.post(
    "/api/integrations/:platform/confirm",
    {
      config: { access: "M" },
      schema: {
        summary: "Confirm an e-mail or number by the code that was sent to it",
        description: "A code is valid for a day; five wrong ones make it void. `target` is an addition.",
        params: ByPlatform,
        body: Confirmation,
        response: { 200: IntegrationAnswer },
      },
    },
    async ({ user, params, body }) => {
      const own = { userId: user.userId, platform: targetPlatformOf(params.platform) };
      return { message: await confirmTarget(deps, own, body) };
    },
  );

  app.post(
    "/api/integrations/:platform/confirm/send",
    {
      config: { access: "M" },
      schema: {
        summary: "An addition: send an e-mail or number a new code; the one before is void then",
        params: ByPlatform,
        body: TargetNamed,
        response: { 200: IntegrationAnswer },
      },
    },
    async ({ user, params, body }) => {
      const own = { userId: user.userId, platform: targetPlatformOf(params.platform) };
      const message = await sendCode(deps, own, body.target);
      worker.wake();
      return { message };
    },
  );
}

function registerDeliveries(app: HttpApp, deps: Dependencies, worker: DeliveryWorker): void {
  const needs = { ...deps, worker };

  app.post(
    "/api/integrations/:platform/test",
    {
      config: { access: "M", takesTurns: false },
      schema: {
        summary: "An addition: send a test, and answer with what the provider said",
        description:
          "To a confirmed e-mail or number of the integration, the first where none is named; five an hour. Waits up " +
          "to 20 s for the provider; the status is `waiting` or `sending` where it did not answer.",
        params: ByPlatform,
        body: TestRequest,
        response: { 200: DeliveryAnswer },
      },
    },
    async ({ user, params, body }) => {
      const own = { userId: user.userId, platform: platformOf(params.platform) };
      return { message: await sendTest(needs, own, body.target) };
    },
  );

  app.get(
    "/api/integrations/:platform/deliveries",
    {
      config: { access: "M" },
      schema: {
        summary: "An addition: the messages that were sent or will be, newest first",
        description: "`platform` may be `push` too. The log of a deleted integration stays.",
        params: ByPlatform,
        querystring: DeliveryQuery,
        response: { 200: DeliveryPage },
      },
    },
    async ({ user, params, query }) => {
      const platform = params.platform === "push" ? "push" : platformOf(params.platform);
      return { message: await listDeliveries(deps, { userId: user.userId, platform }, query) };
    },
  );
}

function registerRules(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/integrations/rules",
    {
      config: { access: "M" },
      schema: {
        summary: "An addition: when and how often the caller is told",
        response: { 200: RulesAnswer },
      },
    },
    async ({ user }) => ({ message: await readRules(deps, user.userId) }),
  );

  app.put(
    "/api/integrations/rules",
    {
      config: { access: "M" },
      bodyLimit: BODY_LIMITS.list,
      schema: {
        summary:
          "An addition: change when and how often the caller is told; what is left out keeps its value",
        body: RulesChange,
        response: { 200: RulesAnswer },
      },
    },
    async ({ user, body }) => ({ message: await changeRules(deps, user.userId, body) }),
  );
}

/** Gundi has no addresses to confirm. @throws ApiError not_found */
function targetPlatformOf(text: string): TargetPlatform {
  const platform = platformOf(text);
  if (platform === "gundi") throw notFound(INTEGRATION_SENTENCES.missing);
  return platform;
}
