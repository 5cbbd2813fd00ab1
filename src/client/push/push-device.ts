import type { Http, HttpOutcome } from "../../platform/http.ts";
import {
  isFlag,
  isListOf,
  isMessage,
  isOneOf,
  isOrNull,
  isShape,
  isText,
} from "../../platform/json-shape.ts";
import type { BrowserSubscription, PushBrowser } from "../../platform/push-browser.ts";
import type { PushSubscriptionRecord, PushTestAnswer } from "../../protocol/calls/push-calls.ts";
import { PUSH_TOPICS, type PushTopic } from "../../protocol/push/push-message.ts";
import type { PushRecords } from "../../storage/push-records.ts";

export { browserPushRecords } from "../../storage/push-records.ts";

export interface PushDeviceParts {
  readonly browser: PushBrowser;
  readonly records: PushRecords;
  readonly http: Http;
  readonly userId: number;
  /** The server's public key, base64url; null where it sends no push messages. */
  readonly publicKey: string | null;
}

export type PushState =
  /** The server sends none, or this browser takes none. */
  | { readonly kind: "noServer" | "unsupported" | "needsInstall" | "blocked" | "off" }
  | { readonly kind: "on"; readonly id: string; readonly topics: readonly PushTopic[] }
  /** Switched on, but nothing arrives now: the server or the push service was not reached. */
  | { readonly kind: "failing"; readonly topics: readonly PushTopic[] };

/** Why something was not done: the push service was not reached, the person did not permit it, or the server's answer. */
export type PushProblem = "noPushService" | "notAllowed" | Exclude<HttpOutcome<unknown>, { kind: "answer" }>;

/** Push messages of the signed-in person on this device. No promise of it rejects. */
export interface PushDevice {
  /** The state; a subscription that the browser or the server has lost since is made anew on the way. */
  read(): Promise<PushState>;
  /** Asks the person for permission where needed, so it is called at a press. */
  switchOn(topics: readonly PushTopic[]): Promise<PushProblem | null>;
  switchOff(): Promise<PushProblem | null>;
  test(): Promise<PushTestAnswer["message"] | PushProblem>;
}

export function createPushDevice(parts: PushDeviceParts): PushDevice {
  const { browser, records, http, userId, publicKey } = parts;

  const own = async () => {
    const registration = await records.registration().catch(() => null);
    return registration?.userId === userId ? registration : null;
  };

  const register = async (
    subscription: BrowserSubscription,
    topics: readonly PushTopic[],
  ): Promise<PushSubscriptionRecord | PushProblem> => {
    const { endpoint, keys } = subscription;
    const outcome = await http.call({
      method: "POST",
      path: "/api/push/subscriptions",
      body: { endpoint, keys, topics },
      accept: isMessage(isRecordOfPush),
    });
    // Kept in any case, so that the next start tries again.
    const subscriptionId = outcome.kind === "answer" ? outcome.value.message.id : null;
    const isKept = await records.register({ userId, subscriptionId, endpoint, topics }).then(
      () => true,
      () => false,
    );
    // Without the record the worker would show nothing of a message.
    if (!isKept) return "noPushService";
    return outcome.kind === "answer" ? outcome.value.message : outcome;
  };

  const subscribe = async (topics: readonly PushTopic[], anew: boolean) => {
    if (publicKey === null) return "noPushService";
    try {
      if (anew) await browser.unsubscribe();
      return await register(await browser.subscribe(publicKey), topics);
    } catch {
      return "noPushService";
    }
  };

  /** Whether the server still knows the subscription; null where that is not known now. */
  const isKnown = async (id: string) => {
    const outcome = await http.call({ path: "/api/push", accept: isMessage(isListOf(isRecordOfPush)) });
    return outcome.kind === "answer" ? outcome.value.message.some((one) => one.id === id) : null;
  };

  return {
    async read() {
      const permission = browser.permission();
      if (publicKey === null) return { kind: "noServer" };
      if (permission === "unsupported" || permission === "needsInstall") return { kind: permission };
      if (permission === "denied") return { kind: "blocked" };
      const registration = await own();
      if (registration === null || permission === "default") return { kind: "off" };
      const { topics, subscriptionId, endpoint } = registration;
      const subscription = await browser.subscription().catch(() => null);
      const isSame = subscription?.endpoint === endpoint && subscription.publicKey === publicKey;
      if (isSame && subscriptionId !== null && (await isKnown(subscriptionId)) !== false) {
        return { kind: "on", id: subscriptionId, topics };
      }
      // The server forgets a subscription that is dead at its push service: only a new one helps.
      const made = await subscribe(topics, isSame && subscriptionId !== null);
      return isMade(made) ? { kind: "on", id: made.id, topics } : { kind: "failing", topics };
    },

    async switchOn(topics) {
      if ((await browser.ask()) !== "granted") return "notAllowed";
      const made = await subscribe(topics, false);
      return isMade(made) ? null : made;
    },

    async switchOff() {
      const registration = await own();
      await records.clear().catch(() => undefined);
      // Ended at the browser first: without a connection nothing more is shown all the same.
      await browser.unsubscribe().catch(() => undefined);
      if (registration?.subscriptionId == null) return null;
      const outcome = await http.call({
        method: "DELETE",
        path: `/api/push/subscriptions/${encodeURIComponent(registration.subscriptionId)}`,
        accept: isMessage(isText),
      });
      const isGone = outcome.kind === "answer" || (outcome.kind === "refusal" && outcome.status === 404);
      return isGone ? null : outcome;
    },

    async test() {
      const registration = await own();
      if (registration?.subscriptionId == null) return "noPushService";
      const outcome = await http.call({
        method: "POST",
        path: `/api/push/subscriptions/${encodeURIComponent(registration.subscriptionId)}/test`,
        accept: isMessage(isTestAnswer),
      });
      return outcome.kind === "answer" ? outcome.value.message : outcome;
    },
  };
}

function isMade(made: PushSubscriptionRecord | PushProblem): made is PushSubscriptionRecord {
  return typeof made === "object" && "id" in made;
}

const isRecordOfPush = isShape<PushSubscriptionRecord>({
  id: isText,
  topics: isListOf(isOneOf(PUSH_TOPICS)),
  userAgent: isOrNull(isText),
});
const isTestAnswer = isShape<PushTestAnswer["message"]>({ sent: isFlag, answer: isText, gone: isFlag });
