import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browserLocalData } from "../../../src/storage/device-space/local-data.ts";
import { browserPushRecords } from "../../../src/storage/push-records.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";

const records = browserPushRecords();
let ended: string[];

beforeEach(async () => {
  ended = [];
  const registration = {
    getNotifications: async () => [{ close: () => ended.push("notification") }],
    pushManager: { getSubscription: async () => ({ unsubscribe: async () => ended.push("subscription") }) },
  };
  vi.stubGlobal("caches", new FakeCaches());
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
  await records.register({
    userId: 7,
    subscriptionId: "1",
    endpoint: "https://push.example.org/a",
    topics: ["alerts"],
  });
});
afterEach(() => vi.unstubAllGlobals());

it("ends push messages on this device with the sign-out, and closes what is shown", async () => {
  await browserLocalData.clear(7, { discardUnsent: false });
  expect(await records.registration()).toBeNull();
  expect(ended).toEqual(["notification", "subscription"]);
});

it("ends those of everybody else when a person signs in, and keeps their own", async () => {
  await browserLocalData.clearOthers(7);
  expect(await records.registration()).toMatchObject({ userId: 7 });
  expect(ended).toEqual([]);
  await browserLocalData.clearOthers(8);
  expect(await records.registration()).toBeNull();
  expect(ended).toEqual(["notification", "subscription"]);
});
