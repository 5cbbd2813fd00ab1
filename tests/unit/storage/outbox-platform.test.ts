import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, expect, it } from "vitest";
import type { OutboxRecord, StoredAction } from "../../../src/domain/outbox/outbox-record.ts";
import { openOutboxDatabase } from "../../../src/storage/outbox/outbox-database.ts";
import { type OutboxStorage, openOutboxStorage } from "../../../src/storage/outbox/outbox-storage.ts";
import { watchDatabases } from "../../support/client/evicted-databases.ts";
import { OUTBOX_VERSION_1, writeStored } from "../../support/client/stored-outboxes.ts";

const USER = 7;
const NAME = `outbox-${USER}`;
const open: OutboxStorage[] = [];
const browser = watchDatabases();

afterEach(async () => {
  for (const storage of open.splice(0)) storage.close();
  await Dexie.delete(NAME);
});

function openStorage(onOutdated: (wasOpen: boolean) => void = () => undefined): OutboxStorage {
  const storage = openOutboxStorage(USER, onOutdated);
  open.push(storage);
  return storage;
}

function withAction(record: OutboxRecord, insightId: string): OutboxRecord {
  const action: StoredAction = {
    id: `a-${insightId}`,
    place: record.actions.size,
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
const idsOf = (record: OutboxRecord) => [...record.actions.keys()];

it("opens whole what version 1 had written, and goes on from it [OFF-15]", async () => {
  await writeStored(NAME, OUTBOX_VERSION_1);
  const storage = openStorage();
  const record = await storage.load();
  expect(idsOf(record)).toEqual(["12", "11"]);
  expect(record.actions.get("11")).toMatchObject({ insightStatus: "favorite", base: "none", offline: true });
  expect(record.batches.map(({ batchId, actions, bulk }) => [batchId, actions.length, bulk?.bulkId])).toEqual(
    [
      ["b-1", 2, "501"],
      ["b-2", 1, undefined],
    ],
  );
  expect(record.steps).toHaveLength(2);
  expect(record.applied).toBe(1);
  expect(record.refused.map(({ id, outcome }) => [id, outcome])).toEqual([["r-1", "gone"]]);
  expect(record.facts).toMatchObject({ autoSentCount: 3, waitMs: null });
  expect(storage.isNew()).toBe(false);
  await storage.change((before) => withAction(before, "13"));
  expect(idsOf(await openStorage().load())).toEqual(["12", "11", "13"]);
});

it("steps aside for a tab that upgrades it, writes nothing more, and leaves every row to the new version (fault 20) [OFF-15, OFF-28]", async () => {
  const told: boolean[] = [];
  const old = openStorage((wasOpen) => told.push(wasOpen));
  await old.change((before) => withAction(before, "1"));

  const newer = new Dexie(NAME);
  newer.version(2).stores({
    actions: "insightId",
    steps: "seq",
    batches: "batchId",
    refused: "id",
    meta: "key",
    other: "id",
  });
  await newer.open();
  expect(told).toEqual([true]);
  await expect(old.change((before) => withAction(before, "2"))).rejects.toThrow();
  expect(await newer.table("actions").toCollection().primaryKeys()).toEqual(["1"]);

  // A page of the old version that comes later does not touch it either, also not at a second try.
  const late = openStorage((wasOpen) => told.push(wasOpen));
  await expect(late.load()).rejects.toThrow();
  await expect(late.change((before) => withAction(before, "3"))).rejects.toThrow();
  expect(told).toEqual([true, false]);
  expect(await newer.table("actions").toCollection().primaryKeys()).toEqual(["1"]);
  newer.close();
});

it("writes all of it anew where the browser emptied the store under an open page (fault 18) [OFF-15]", async () => {
  const storage = openStorage();
  await storage.change((before) => withAction(before, "1"));
  await emptied();
  await storage.change((before) => withAction(before, "2"));
  expect(idsOf(await openStorage().load())).toEqual(["1", "2"]);
});

it("is stored anew by itself where the browser took it away and would not open it at once (fault 18) (fault 19) [OFF-15]", async () => {
  const storage = openStorage();
  await storage.change((before) => withAction(before, "1"));
  browser.evict(NAME);
  browser.refuseToOpen(2);
  await expect.poll(async () => idsOf(await openStorage().load())).toEqual(["1"]);
  await storage.change((before) => withAction(before, "2"));
  expect(idsOf(await openStorage().load())).toEqual(["1", "2"]);
});

it("refuses what cannot be stored, and takes the next step once the database opens again (fault 19) [OFF-15]", async () => {
  const storage = openStorage();
  await storage.change((before) => withAction(before, "1"));
  browser.refuseToOpen(Number.POSITIVE_INFINITY);
  browser.disconnect(NAME);
  await expect(storage.change((before) => withAction(before, "2"))).rejects.toThrow();
  browser.refuseToOpen(0);
  await storage.change((before) => withAction(before, "3"));
  expect(idsOf(await openStorage().load())).toEqual(["1", "3"]);
});

/** The state after an eviction: the database without its rows, and no event for open connections. */
async function emptied() {
  const database = openOutboxDatabase(USER);
  await database.transaction("rw", database.tables, async () => {
    for (const table of database.tables) await table.clear();
  });
  database.close();
}
