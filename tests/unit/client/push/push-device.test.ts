import { describe, expect, it } from "vitest";
import { createPushDevice } from "../../../../src/client/push/push-device.ts";
import type { PushPermission } from "../../../../src/platform/push-browser.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";
import {
  createFakePushBrowser,
  createFakePushRecords,
  PUBLIC_KEY,
} from "../../../support/client/push-world.ts";

const TOPICS = ["alerts"] as const;
const REGISTRATION = {
  ...{ userId: 7, subscriptionId: "1", endpoint: "https://push.example.org/held", topics: TOPICS },
};
const HELD = { endpoint: REGISTRATION.endpoint, keys: { p256dh: "p", auth: "a" }, publicKey: PUBLIC_KEY };
const record = (id: string) => ({
  ...{ id, topics: TOPICS, userAgent: null, createdAt: "2024-05-01T06:00:00.000Z", lastSentAt: null },
});

type Routes = Parameters<typeof createFakeHttp>[0];

function open({
  permission = "granted",
  registration = null,
  publicKey = PUBLIC_KEY,
  routes = {},
}: {
  permission?: PushPermission;
  registration?: typeof REGISTRATION | null;
  publicKey?: string | null;
  routes?: Routes;
}) {
  const browser = createFakePushBrowser(permission);
  if (registration !== null) browser.held = HELD;
  const held = createFakePushRecords(registration);
  const http = createFakeHttp({
    "POST /api/push/subscriptions": { message: record("2") },
    "GET /api/push": { message: [record("1"), record("2")] },
    ...routes,
  });
  const parts = { browser: browser.api, records: held.records, http, userId: 7, publicKey };
  return { browser, held, http, device: createPushDevice(parts) };
}

describe("push messages on a device", () => {
  it.each([
    ["unsupported", "unsupported"],
    ["needsInstall", "needsInstall"],
    ["denied", "blocked"],
    ["default", "off"],
    ["granted", "off"],
  ] as const)("are, where the browser's permission is %s, %s", async (permission, kind) => {
    expect(await open({ permission }).device.read()).toEqual({ kind });
  });

  it("are sent by no server without a key", async () => {
    expect(await open({ publicKey: null }).device.read()).toEqual({ kind: "noServer" });
  });

  it("are switched on at a press alone, and known to the server and the service worker", async () => {
    const { browser, held, http, device } = open({ permission: "default" });
    await device.read();
    expect(browser.asked).toBe(0);
    expect(await device.switchOn(TOPICS)).toBeNull();
    expect(browser.asked).toBe(1);
    expect(held.registration).toEqual({
      ...{ userId: 7, subscriptionId: "2", endpoint: "https://push.example.org/1", topics: TOPICS },
    });
    expect(http.calls).toEqual([
      'POST /api/push/subscriptions {"endpoint":"https://push.example.org/1","keys":{"p256dh":"p","auth":"a"},"topics":["alerts"]}',
    ]);
    expect(await device.read()).toEqual({ kind: "on", id: "2", topics: TOPICS });
  });

  it("stay off where the person does not permit them", async () => {
    const { browser, held, http, device } = open({ permission: "default" });
    browser.answers = "denied";
    expect(await device.switchOn(TOPICS)).toBe("notAllowed");
    expect(held.registration).toBeNull();
    expect(http.calls).toEqual([]);
    expect(await device.read()).toEqual({ kind: "blocked" });
  });

  it("say that the push service, or the server, could not be reached, and try again with the next start", async () => {
    const { browser, device } = open({});
    browser.reachesService = false;
    expect(await device.switchOn(TOPICS)).toBe("noPushService");
    let isAway = true;
    const later = open({
      routes: { "POST /api/push/subscriptions": () => (isAway ? "silence" : { message: record("2") }) },
    });
    expect(await later.device.switchOn(TOPICS)).toMatchObject({ kind: "unreachable" });
    expect(await later.device.read()).toEqual({ kind: "failing", topics: TOPICS });
    isAway = false;
    expect(await later.device.read()).toEqual({ kind: "on", id: "2", topics: TOPICS });
  });

  it("stay on without a connection", async () => {
    const { device, browser } = open({ registration: REGISTRATION, routes: { "GET /api/push": "silence" } });
    expect(await device.read()).toEqual({ kind: "on", id: "1", topics: TOPICS });
    expect(browser.held).toEqual(HELD);
  });

  it("are subscribed anew where the server has forgotten the browser, with a new endpoint", async () => {
    const { device, browser, held } = open({
      registration: REGISTRATION,
      routes: { "GET /api/push": { message: [record("2")] } },
    });
    expect(await device.read()).toEqual({ kind: "on", id: "2", topics: TOPICS });
    expect(browser.held?.endpoint).not.toBe(REGISTRATION.endpoint);
    expect(held.registration?.endpoint).toBe(browser.held?.endpoint);
  });

  it("are told to the server where the browser has replaced its subscription, or the server its key", async () => {
    const replaced = open({ registration: REGISTRATION });
    replaced.browser.held = { ...HELD, endpoint: "https://push.example.org/new" };
    expect(await replaced.device.read()).toMatchObject({ kind: "on", id: "2" });
    expect(replaced.http.calls[0]).toContain("https://push.example.org/new");
    const otherKey = open({ registration: REGISTRATION, publicKey: "BOther" });
    expect(await otherKey.device.read()).toMatchObject({ kind: "on", id: "2" });
    expect(otherKey.browser.held?.publicKey).toBe("BOther");
  });

  it("are nobody else's: the registration of another person counts as none", async () => {
    const { device } = open({ registration: { ...REGISTRATION, userId: 8 } });
    expect(await device.read()).toEqual({ kind: "off" });
  });

  it("end on this device at once, also where the server cannot be told", async () => {
    const { device, browser, held, http } = open({ registration: REGISTRATION });
    expect(await device.switchOff()).toMatchObject({ kind: "unreachable" });
    expect(http.calls).toEqual(["DELETE /api/push/subscriptions/1"]);
    expect(browser.held).toBeNull();
    expect(held.registration).toBeNull();
    const gone = open({
      registration: REGISTRATION,
      routes: { "DELETE /api/push/subscriptions/1": { status: 404 } },
    });
    expect(await gone.device.switchOff()).toBeNull();
  });

  it("do not count as on where the service worker could not know whose they are", async () => {
    const { device, held } = open({});
    held.fails = true;
    expect(await device.switchOn(TOPICS)).toBe("noPushService");
    expect(await device.read()).toEqual({ kind: "off" });
  });

  it("are tried by a message whose answer is shown as it came", async () => {
    const answer = { sent: false, answer: "410 gone", gone: true };
    const { device } = open({
      registration: REGISTRATION,
      routes: { "POST /api/push/subscriptions/1/test": { message: answer } },
    });
    expect(await device.test()).toEqual(answer);
    expect(await open({}).device.test()).toBe("noPushService");
  });
});
