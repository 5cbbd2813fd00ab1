import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, describe, expect, it } from "vitest";
import type { OutboxRecord, StoredAction } from "../../../src/domain/outbox/outbox-record.ts";
import { browserLocalData } from "../../../src/storage/device-space/local-data.ts";
import { idbKeyValues } from "../../../src/storage/idb-key-values.ts";
import { type OpenMirror, openMirror } from "../../../src/storage/mirror/open-mirror.ts";
import { type OutboxStorage, openOutboxStorage } from "../../../src/storage/outbox/outbox-storage.ts";
import { watchDatabases } from "../../support/client/evicted-databases.ts";

const USER = 7;
const OUTBOX = `outbox-${USER}`;
const MIRROR = `mirror-${USER}`;
const open: { close(): void }[] = [];
const browser = watchDatabases();

afterEach(async () => {
  for (const storage of open.splice(0)) storage.close();
  for (const name of [OUTBOX, MIRROR]) await Dexie.delete(name);
});

function openOutbox(): OutboxStorage {
  const storage = openOutboxStorage(USER);
  open.push(storage);
  return storage;
}

function openTheMirror(): OpenMirror {
  const mirror = openMirror(USER);
  open.push(mirror);
  return mirror;
}

/** As a person does in the developer tools, or a script of the site: open pages are asked to close theirs. */
function deleteDatabase(name: string): Promise<void> {
  const request = indexedDB.deleteDatabase(name);
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => reject(request.error));
  });
}

function withAction(record: OutboxRecord, insightId: string): OutboxRecord {
  const action: StoredAction = {
    id: `a-${insightId}`,
    place: record.actions.size + 1,
    insightId,
    deviceId: "cam",
    insightStatus: "archive",
    base: "none",
    atMs: 1,
    offline: false,
    returned: false,
  };
  return { ...record, actions: new Map([...record.actions, [insightId, action]]) };
}
const idsOf = (record: OutboxRecord | null) => [...(record?.actions.keys() ?? [])];
const storedIds = async () => {
  const fresh = openOutboxStorage(USER);
  const ids = idsOf(await fresh.load());
  fresh.close();
  return ids;
};

describe("an outbox that is deleted under open pages", () => {
  it("is written anew at once by a page that knows it, which goes on and says so (promise A6, fault 31)", async () => {
    const storage = openOutbox();
    const cleared: boolean[] = [];
    storage.onCleared((restored) => cleared.push(restored));
    await storage.change((before) => withAction(before, "1"));
    await deleteDatabase(OUTBOX);
    await expect.poll(() => cleared).toEqual([true]);
    expect(await storedIds()).toEqual(["1"]);
    await storage.change((before) => withAction(before, "2"));
    expect(await storedIds()).toEqual(["1", "2"]);
    await deleteDatabase(OUTBOX);
    await expect.poll(() => cleared).toEqual([true, true]);
    expect(await storedIds()).toEqual(["1", "2"]);
  });

  it("holds what was stored while it was being deleted (promise A6, fault 31)", async () => {
    const storage = openOutbox();
    await storage.change((before) => withAction(before, "1"));
    const changes = ["2", "3", "4"].map((id, at) => {
      if (at === 1) void deleteDatabase(OUTBOX);
      return storage.change((before) => withAction(before, id));
    });
    await Promise.all(changes);
    await expect.poll(storedIds).toEqual(["1", "2", "3", "4"]);
  });

  it("holds what each of two pages knew, whichever of them writes it first (promise A6, fault 31)", async () => {
    const [one, two] = [openOutbox(), openOutbox()];
    await one.change((before) => withAction(before, "1"));
    await two.load();
    // The second page has not read this one when all is deleted.
    const late = one.change((before) => withAction(before, "2"));
    const gone = deleteDatabase(OUTBOX);
    await Promise.all([late, gone]);
    await two.change((before) => withAction(before, "3"));
    await expect.poll(async () => (await storedIds()).sort()).toEqual(["1", "2", "3"]);
    await expect.poll(() => idsOf(one.current()).sort()).toEqual(["1", "2", "3"]);
    await expect.poll(() => idsOf(two.current()).sort()).toEqual(["1", "2", "3"]);
  });

  it("keeps what a page that starts meanwhile has stored in the new one (promise A6, fault 31)", async () => {
    const storage = openOutbox();
    await storage.change((before) => withAction(before, "1"));
    browser.refuseToOpen(0);
    // A new database in its place, before the page has seen that the former one is gone.
    const stranger = openOutboxStorage(USER);
    open.push(stranger);
    browser.evict(OUTBOX);
    await stranger.change((before) => withAction(before, "2"));
    await expect.poll(async () => (await storedIds()).sort()).toEqual(["1", "2"]);
    await storage.change((before) => withAction(before, "3"));
    expect((await storedIds()).sort()).toEqual(["1", "2", "3"]);
  });

  it("says so where it cannot be written anew, and is with the next change that succeeds (promise A6, fault 31)", async () => {
    const storage = openOutbox();
    const cleared: boolean[] = [];
    storage.onCleared((restored) => cleared.push(restored));
    await storage.change((before) => withAction(before, "1"));
    browser.refuseToOpen(Number.POSITIVE_INFINITY);
    browser.evict(OUTBOX);
    await expect.poll(() => cleared, { timeout: 4_000 }).toEqual([false]);
    browser.refuseToOpen(0);
    await storage.change((before) => withAction(before, "2"));
    expect(await storedIds()).toEqual(["1", "2"]);
    expect(cleared).toEqual([false, true]);
  });

  it("stays deleted where the app itself deletes it: a person discarded it in another tab", async () => {
    const storage = openOutbox();
    await storage.change((before) => withAction(before, "1"));
    await browserLocalData.clear(USER, { discardUnsent: true });
    await storage.change((before) => withAction(before, "2")).catch(() => undefined);
    expect(await Dexie.exists(OUTBOX)).toBe(false);
  });
});

describe("a mirror that is deleted under an open page", () => {
  it("is opened anew, empty, and those that follow it are called (promise A6, fault 31)", async () => {
    const mirror = openTheMirror();
    await mirror.pullState();
    await mirror.database.meta.put({ key: "pull", value: { cursor: "c", complete: true, freshAtMs: 1 } });
    let lost = 0;
    mirror.onLost(() => {
      lost += 1;
    });
    await deleteDatabase(MIRROR);
    await expect.poll(() => lost).toBe(1);
    expect(await mirror.pullState()).toMatchObject({ cursor: null, complete: false });
  });

  it("stays deleted where the app itself deletes it: the person signed out in another tab", async () => {
    const mirror = openTheMirror();
    await mirror.pullState();
    await browserLocalData.clear(USER, { discardUnsent: false });
    await mirror.pullState().catch(() => undefined);
    expect(await Dexie.exists(MIRROR)).toBe(false);
  });
});

it("lets the store of small values go, and stores on in a new one (promise A6, fault 31)", async () => {
  await idbKeyValues.set("user", { userIdSql: 7 });
  await deleteDatabase("keyval-store");
  expect(await idbKeyValues.get("user")).toBeUndefined();
  await idbKeyValues.set("user", { userIdSql: 8 });
  expect(await idbKeyValues.get("user")).toEqual({ userIdSql: 8 });
});
