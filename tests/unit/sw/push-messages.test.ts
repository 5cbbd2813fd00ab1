import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PushMessage, PushSubject } from "../../../src/protocol/push/push-message.ts";
import {
  INTENT_PARAMETER,
  isIntentId,
  isIntentKey,
  REGISTRATION_KEY,
  readIntent,
} from "../../../src/protocol/push/push-on-device.ts";
import { createPushMessages, type PageClient } from "../../../sw/push-messages.ts";

const ALERT: PushSubject = {
  kind: "alert",
  alertId: "7",
  deviceId: "cam",
  createdAt: "2024-05-01T06:00:00.000Z",
};
const INSIGHT: PushSubject = {
  kind: "insights",
  deviceId: "cam",
  className: "leopard",
  insights: [{ insightId: "9", timeStampMs: 5, fileCtimeMs: null }],
  isPart: false,
};

let records: Map<string, unknown>;
let shown: { title: string; options: NotificationOptions & Record<string, unknown> }[];
let opened: string[];
let pages: PageClient[];
let storeFails: boolean;
let worker: ReturnType<typeof createPushMessages>;

beforeEach(() => {
  records = new Map([
    [
      REGISTRATION_KEY,
      { userId: 7, subscriptionId: "1", endpoint: "https://push.example.org/a", topics: ["alerts"] },
    ],
  ]);
  shown = [];
  opened = [];
  pages = [];
  storeFails = false;
  worker = createPushMessages({
    store: {
      get: async (key) => records.get(key),
      async set(key, value) {
        if (storeFails) throw new Error("full");
        records.set(key, value);
      },
      remove: async (key) => void records.delete(key),
    },
    async show(title, options) {
      shown.push({ title, options: options as NotificationOptions & Record<string, unknown> });
    },
    pages: async () => pages,
    openWindow: async (address) => opened.push(address),
    now: () => 1_000,
    newId: () => "0123456789abcdef",
  });
});

const message = (subject: PushSubject, change: Partial<PushMessage> = {}): PushMessage => ({
  ...{ userId: 7, title: "Low battery: Ridge", body: "Battery at 3.10 V.", tag: "alert-7", atMs: 500 },
  ...{ picture: null, subject, ...change },
});
const receive = (value: unknown) => worker.received(JSON.stringify(value));

/** A page of the app. @param answers whether it shows what it is asked for */
function openPage(answers: boolean) {
  const page = { told: [] as unknown[], focused: 0 };
  pages.push({
    postMessage(told, [port]) {
      page.told.push(told);
      if (answers) (port as MessagePort | undefined)?.postMessage(true);
      (port as MessagePort | undefined)?.close();
    },
    async focus() {
      page.focused += 1;
    },
  });
  return page;
}

describe("a push message that arrives", () => {
  it("shows title, words, time and the actions of its subject", async () => {
    await receive(message(ALERT));
    await receive(message(INSIGHT, { picture: "?user=7&insight=9&until=5&signature=abc" }));
    expect(shown[0]).toMatchObject({
      title: "Low battery: Ridge",
      options: { body: "Battery at 3.10 V.", tag: "alert-7", timestamp: 500 },
    });
    expect(shown[0]?.options.actions).toEqual([{ action: "acknowledge", title: "Acknowledge" }]);
    expect(shown[0]?.options).not.toHaveProperty("image");
    expect(shown[1]?.options.image).toBe("/api/push/picture?user=7&insight=9&until=5&signature=abc");
    expect(shown[1]?.options.actions).toEqual([
      { action: "acknowledge", title: "Acknowledge" },
      { action: "archive", title: "Archive" },
    ]);
  });

  it("offers no action for a visit of which it names a part", async () => {
    await receive(message({ ...INSIGHT, isPart: true }));
    expect(shown[0]?.options.actions).toEqual([]);
  });

  it("shows nothing of a message for another user, nor on a device where nobody is signed in", async () => {
    await receive(message(ALERT, { userId: 8 }));
    records.clear();
    await receive(message(ALERT));
    expect(shown).toHaveLength(2);
    for (const { title, options } of shown) {
      expect(title).toBe("Understory");
      expect(JSON.stringify(options)).not.toMatch(/Ridge|3\.10|alert-7/);
      expect(options.data).toBeUndefined();
    }
  });

  it.each([
    null,
    "",
    "not JSON",
    "[]",
    JSON.stringify({ ...message(ALERT), title: 5 }),
    JSON.stringify({ ...message(ALERT), picture: "?x=javascript:alert(1)" }),
    JSON.stringify({ ...message(ALERT), picture: "https://elsewhere.example.org/x.png" }),
    JSON.stringify({ ...message(ALERT), picture: "?a=1/../../x" }),
    JSON.stringify(message({ ...ALERT, alertId: "javascript:alert(1)" } as PushSubject)),
    JSON.stringify(message({ ...ALERT, alertId: "7&intent=stolen" } as PushSubject)),
    JSON.stringify({
      ...message(ALERT),
      subject: { kind: "address", href: "https://elsewhere.example.org" },
    }),
  ])("shows a neutral notice in place of what is no message: %j", async (text) => {
    await worker.received(text);
    expect(shown).toEqual([expect.objectContaining({ title: "Understory" })]);
  });

  it("wakes the pages that are open, so that they ask the server", async () => {
    const page = openPage(true);
    await receive(message(ALERT));
    expect(page.told).toEqual([{ type: "PUSHED" }]);
  });
});

describe("a notification that is pressed", () => {
  const data = (subject: PushSubject, userId = 7) => ({ userId, subject });
  const intents = () =>
    [...records].filter(([key]) => isIntentKey(key)).map(([, value]) => readIntent(value));

  it("opens the app at the alert or the insight", async () => {
    await worker.clicked(data(ALERT), "");
    await worker.clicked(data(INSIGHT), "");
    expect(opened).toEqual(["/?tab=alerts&alert=7", "/?tab=insights&archived=1&review=1&image=9"]);
    expect(intents()).toEqual([]);
  });

  it("leaves an action to the app, by an intent that only this device holds", async () => {
    await worker.clicked(data(INSIGHT), "archive");
    expect(intents()).toEqual([{ userId: 7, action: "archive", subject: INSIGHT, atMs: 1_000 }]);
    const id = new URLSearchParams(opened[0]?.split("?")[1]).get(INTENT_PARAMETER) ?? "";
    expect(isIntentId(id)).toBe(true);
    expect(records.has(`intent-${id}`)).toBe(true);
  });

  it("opens the alert without acting where the intent cannot be stored, or the action is not offered", async () => {
    await worker.clicked(data(ALERT), "archive");
    storeFails = true;
    await worker.clicked(data(ALERT), "acknowledge");
    expect(opened).toEqual(["/?tab=alerts&alert=7", "/?tab=alerts&alert=7"]);
    expect(intents()).toEqual([]);
  });

  it("opens the app alone where it was for somebody else, or says nothing that is understood", async () => {
    for (const one of [data(ALERT, 8), null, "text", { userId: 7, subject: { kind: "alert", alertId: "x" } }])
      await worker.clicked(one, "acknowledge");
    expect(opened).toEqual(["/", "/", "/", "/"]);
    expect(intents()).toEqual([]);
  });

  it("is shown in a page that is open already, without loading it anew, and else in a new one", async () => {
    const page = openPage(true);
    await worker.clicked(data(ALERT), "");
    expect(page.told).toEqual([{ type: "OPEN_ADDRESS", address: "/?tab=alerts&alert=7" }]);
    expect(page.focused).toBe(1);
    expect(opened).toEqual([]);
    pages = [];
    openPage(false);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const pressed = worker.clicked(data(ALERT), "");
    await vi.advanceTimersByTimeAsync(1_000);
    await pressed;
    vi.useRealTimers();
    expect(opened).toEqual(["/?tab=alerts&alert=7"]);
  });
});

describe("a subscription that the browser replaces", () => {
  it("is noted as unknown to the server, and pages that are open are told", async () => {
    const page = openPage(true);
    await worker.subscriptionChanged();
    expect(records.get(REGISTRATION_KEY)).toMatchObject({ userId: 7, subscriptionId: null });
    expect(page.told).toEqual([{ type: "PUSHED" }]);
  });
});
