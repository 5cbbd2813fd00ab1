import {
  ALERT_SETTINGS,
  DIGEST_SETTINGS,
  PLATFORMS,
  type Platform,
} from "../../../domain/integration/integration.ts";
import {
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
} from "../../../domain/notification/delivery-subject.ts";
import type { NotificationRules } from "../../../domain/notification/notification-rules.ts";
import { isRecord } from "../../../domain/record-guard.ts";
import type { Http, HttpOutcome } from "../../../platform/http.ts";
import {
  type Guard,
  isFlag,
  isListOf,
  isMessage,
  isNumber,
  isOneOf,
  isOrNull,
  isShape,
  isText,
} from "../../../platform/json-shape.ts";
import type { Delivery, Integration, RulesChange } from "../../../protocol/calls/integration-calls.ts";

const isGroup = isShape<Integration["groupNotifications"][number]>({
  groupId: isText,
  groupNotificationClasses: isListOf(isText),
});
const isClasses = ((value: unknown) =>
  value === "all" || value === "none" || isListOf(isText)(value)) as Guard<
  Integration["notificationClasses"]
>;

const isSpecified = isShape<Integration>({
  platform: isOneOf(PLATFORMS),
  options: isShape<Integration["options"]>({
    gundiApiKey: isOrNull(isText),
    emails: isListOf(isText),
    phoneNumbers: isListOf(isText),
    alertSetting: isOneOf(ALERT_SETTINGS),
    digestSetting: isOneOf(DIGEST_SETTINGS),
  }),
  notificationClasses: isClasses,
  groupNotifications: isListOf(isGroup),
});

/** `unconfirmed` may be missing: a server of the specification alone confirms nothing. */
export const isIntegration: Guard<Integration> = (value): value is Integration => {
  if (!isSpecified(value)) return false;
  const { unconfirmed }: { unconfirmed?: unknown } = value;
  return unconfirmed === undefined || isListOf(isText)(unconfirmed);
};
const isIntegrationAnswer = isMessage(isIntegration);

const isDelivery = isShape<Delivery>({
  id: isText,
  platform: isText as Guard<Delivery["platform"]>,
  target: isOrNull(isText),
  kind: isOneOf(DELIVERY_KINDS),
  status: isOneOf(DELIVERY_STATUSES),
  what: isRecord as Guard<Delivery["what"]>,
  createdAt: isText,
  nextAt: isOrNull(isText),
  endedAt: isOrNull(isText),
  attempts: isNumber,
  answer: isOrNull(isText),
  mayRepeat: isFlag,
  providerRef: isOrNull(isText),
});
const isDeliveryAnswer = isMessage(isDelivery);
const isDeliveryPage = isMessage(
  isShape<{ deliveries: Delivery[]; more: boolean }>({ deliveries: isListOf(isDelivery), more: isFlag }),
);

const isRules = isMessage(
  isShape<NotificationRules>({
    timeZone: isText,
    visitMinutes: isNumber,
    onlyRare: isFlag,
    dailyLimit: isNumber,
    digestHour: isNumber,
    mutedClasses: isListOf(isText),
    mutedDevices: isListOf(isShape<NotificationRules["mutedDevices"][number]>({ deviceId: isText })),
  }),
);

/** The server waits as long for the provider, and then answers that none came. */
const TEST_TIMEOUT_MS = 30_000;

export function confirmTarget(
  http: Http,
  platform: Platform,
  body: { code: string; target: string },
): Promise<HttpOutcome<{ message: Integration }>> {
  const path = `/api/integrations/${platform}/confirm`;
  return http.call({ method: "POST", path, body, accept: isIntegrationAnswer });
}

export function sendCode(
  http: Http,
  platform: Platform,
  target: string,
): Promise<HttpOutcome<{ message: Integration }>> {
  const path = `/api/integrations/${platform}/confirm/send`;
  return http.call({ method: "POST", path, body: { target }, accept: isIntegrationAnswer });
}

/** Not to be repeated by itself: each call sends a message. */
export function sendTest(
  http: Http,
  platform: Platform,
  target: string | null,
): Promise<HttpOutcome<{ message: Delivery }>> {
  return http.call({
    method: "POST",
    path: `/api/integrations/${platform}/test`,
    body: target === null ? {} : { target },
    accept: isDeliveryAnswer,
    timeoutMs: TEST_TIMEOUT_MS,
  });
}

export function readDeliveries(
  http: Http,
  platform: Platform | "push",
  { before, status, signal }: { before?: string; status: DeliveryStatus | null; signal: AbortSignal },
): Promise<HttpOutcome<{ message: { deliveries: Delivery[]; more: boolean } }>> {
  return http.call({
    path: `/api/integrations/${platform}/deliveries`,
    query: { before, status: status ?? undefined },
    accept: isDeliveryPage,
    signal,
  });
}

type RulesOutcome = Promise<HttpOutcome<{ message: NotificationRules }>>;

export function readRules(http: Http, signal: AbortSignal): RulesOutcome {
  return http.call({ path: "/api/integrations/rules", accept: isRules, signal });
}

/** What is left out keeps its value. */
export function saveRules(http: Http, body: RulesChange): RulesOutcome {
  return http.call({ method: "PUT", path: "/api/integrations/rules", body, accept: isRules });
}
