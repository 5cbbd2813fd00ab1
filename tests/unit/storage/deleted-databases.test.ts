import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, describe, expect, it } from "vitest";
import {
  EMPTY_OUTBOX,
  type OutboxRecord,
  type StoredAction,
} from "../../../src/domain/outbox/outbox-record.ts";
import { browserLocalData } from "../../../src/storage/device-space/local-data.ts";
import { idbKeyValues } from "../../../src/storage/idb-key-values.ts";
import { type OpenMirror, openMirror } from "../../../src/storage/mirror/open-mirror.ts";
import { openOutboxDatabase } from "../../../src/storage/outbox/outbox-database.ts";
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

/** Which database the stored outbox is. */
async function storeOfOutbox(): Promise<unknown> {
  const database = openOutboxDatabase(USER);
  const row = await database.meta.get("store");
  database.close();
  return row?.value;
}

/** Takes the outbox away, and puts one in its place that another page wrote anew before any other could. */
async function writeAnew(insightIds: string[], restored: { from: number; of: unknown; ids: string[] }) {
  const record = insightIds.reduce(withAction, EMPTY_OUTBOX);
  const database = openOutboxDatabase(USER);
  database.on("populate", () => {
    void database.actions.bulkPut([...record.actions.values()]);
    void database.meta.bulkPut([
      { key: "version", value: 9 },
      { key: "restored", value: restored },
    ]);
  });
  browser.evict(OUTBOX);
  await database.open();
  database.close();
}

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

  it("loses none of many actions in a row, at whichever of them it is deleted (promise A6, fault 31)", async () => {
    for (let at = 0; at < 24; at += 1) {
      const storage = openOutbox();
      const changes: Promise<unknown>[] = [];
      for (let turn = 0; turn < 24; turn += 1) {
        if (turn % 3 === 0) changes.push(storage.change((before) => withAction(before, String(turn))));
        if (turn === at) void deleteDatabase(OUTBOX);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(changes);
      await storage.settled();
      expect(idsOf(storage.current())).toEqual(["0", "3", "6", "9", "12", "15", "18", "21"]);
      expect(await storedIds()).toHaveLength(8);
      storage.close();
      await Dexie.delete(OUTBOX);
    }
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

  it("holds what each page knew where it is deleted again before they have met in the new one (promise A6, fault 31)", async () => {
    const storage = openOutbox();
    await storage.change((before) => withAction(withAction(before, "1"), "2"));
    const former = await storeOfOutbox();
    // Another page wrote anew what it knew of a database between the two, which this page never saw.
    await writeAnew(["2", "3"], { from: 8, of: 0.5, ids: ["a-2", "a-3"] });
    await expect.poll(async () => (await storedIds()).sort()).toEqual(["1", "2", "3"]);

    await storage.change((before) => withAction(before, "4"));
    const now = await storeOfOutbox();
    expect(now).not.toBe(former);
    // Here another page knew an earlier version of the same one, and "5" is new.
    await writeAnew(["1", "3", "5"], { from: 1, of: now, ids: ["a-1", "a-3"] });
    await expect.poll(async () => (await storedIds()).sort()).toEqual(["1", "2", "3", "4", "5"]);
    // For a page that knows a later one, it is no older state of what that page knew.
    const database = openOutboxDatabase(USER);
    const written = await database.meta.get("restored");
    database.close();
    expect(written?.value).toMatchObject({ ids: ["a-1", "a-3", "a-2", "a-4"] });
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
