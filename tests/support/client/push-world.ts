import type { BrowserSubscription, PushBrowser, PushPermission } from "../../../src/platform/push-browser.ts";
import type { PushIntent, PushRegistration } from "../../../src/protocol/push/push-on-device.ts";
import type { PushRecords } from "../../../src/storage/push-records.ts";

export const PUBLIC_KEY = "BServer";

/** A browser that takes push messages, in memory. */
export function createFakePushBrowser(permission: PushPermission = "default") {
  let count = 0;
  const browser = {
    permission,
    /** What the person answers when asked. */
    answers: "granted" as PushPermission,
    asked: 0,
    reachesService: true,
    held: null as BrowserSubscription | null,
    api: null as unknown as PushBrowser,
  };
  browser.api = {
    permission: () => browser.permission,
    async ask() {
      browser.asked += 1;
      if (browser.permission === "default") browser.permission = browser.answers;
      return browser.permission;
    },
    subscription: async () => browser.held,
    async subscribe(publicKey) {
      if (!browser.reachesService) throw new Error("push service error");
      if (browser.held?.publicKey !== publicKey) {
        count += 1;
        const endpoint = `https://push.example.org/${count}`;
        browser.held = { endpoint, keys: { p256dh: "p", auth: "a" }, publicKey };
      }
      return browser.held;
    },
    async unsubscribe() {
      browser.held = null;
    },
    listen: () => () => undefined,
  };
  return browser;
}

/** The records that page and service worker share, in memory. */
export function createFakePushRecords(registration: PushRegistration | null = null) {
  const held = { registration, intents: new Map<string, PushIntent>(), fails: false };
  const orFail = () => {
    if (held.fails) throw new Error("no IndexedDB");
  };
  const records: PushRecords = {
    async registration() {
      orFail();
      return held.registration;
    },
    async register(next) {
      orFail();
      held.registration = next;
    },
    async intent(id) {
      orFail();
      return held.intents.get(id) ?? null;
    },
    async removeIntent(id) {
      held.intents.delete(id);
    },
    async clear() {
      held.registration = null;
      held.intents.clear();
    },
  };
  return Object.assign(held, { records });
}
