import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browserLocalData } from "../../../src/storage/device-space/local-data.ts";
import { openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import { openOutboxDatabase } from "../../../src/storage/outbox/outbox-database.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";

beforeEach(() => vi.stubGlobal("caches", new FakeCaches()));
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

/** The databases of a person who left unsent work on this device. */
async function leaveWork(userId: number): Promise<void> {
  const mirror = openMirrorStorage(userId);
  await mirror.takeLead();
  mirror.close();
  const outbox = openOutboxDatabase(userId);
  await outbox.meta.put({ key: "version", value: 1 });
  outbox.close();
}

it("keeps unsent work of all people who used this device when another signs in, and deletes their mirrors (promise B1)", async () => {
  for (const userId of [7, 9]) await leaveWork(userId);
  await browserLocalData.clearOthers(9);
  expect((await Dexie.getDatabaseNames()).sort()).toEqual(["mirror-9", "outbox-7", "outbox-9"]);
});

it("deletes unsent work of the person who signs out only where that person says so, and of nobody else", async () => {
  for (const userId of [7, 9]) await leaveWork(userId);
  await browserLocalData.clear(7, { discardUnsent: false });
  expect((await Dexie.getDatabaseNames()).sort()).toEqual(["mirror-9", "outbox-7", "outbox-9"]);
  await browserLocalData.clear(7, { discardUnsent: true });
  expect((await Dexie.getDatabaseNames()).sort()).toEqual(["mirror-9", "outbox-9"]);
});
