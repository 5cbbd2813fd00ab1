import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, describe, expect, it } from "vitest";
import type { OutboxRecord } from "../../../src/domain/outbox/outbox-record.ts";
import { withFacts } from "../../../src/domain/outbox/record-changes.ts";
import { sealList } from "../../../src/domain/outbox/seal.ts";
import { undo } from "../../../src/domain/outbox/undo-redo.ts";
import { act } from "../../../src/domain/outbox/unsaved-list.ts";
import { type OutboxStorage, openOutboxStorage } from "../../../src/storage/outbox/outbox-storage.ts";
import { batchesOf, listOf, stampAt, target } from "../domain/outbox/outbox-fixtures.ts";

const opened: OutboxStorage[] = [];
function open(): OutboxStorage {
  const storage = openOutboxStorage(7);
  opened.push(storage);
  return storage;
}
afterEach(async () => {
  for (const storage of opened.splice(0)) storage.close();
  await Dexie.delete("outbox-7");
});

const acting = (insightId: string) => (record: OutboxRecord) => {
  const next = act(record, [target(insightId)], "archive", stampAt());
  if (next === null) throw new Error("refused");
  return next;
};

describe("the stored outbox", () => {
  it("gives back the whole record after a restart: list, steps, batches, refusals and facts [OFF-15, OFF-29, OFF-40]", async () => {
    const storage = open();
    await storage.change(acting("10"));
    await storage.change(acting("9"));
    await storage.change((record) => sealList(record, { batchId: "a", atMs: 5, automatic: false }));
    await storage.change(acting("8"));
    await storage.change(acting("7"));
    await storage.change((record) => undo(record, stampAt())?.record ?? record);
    await storage.change((record) => withFacts(record, { blocked: { bulkId: "1", message: "no" } }));
    const before = storage.current();
    storage.close();
    const after = await open().load();
    expect(after).toEqual(before);
    expect([...after.actions.keys()]).toEqual(["8"]);
    expect(batchesOf(after)).toEqual([{ 10: "archive", 9: "archive" }]);
    expect(after).toMatchObject({ applied: 3, steps: [{}, {}, {}, {}] });
  });

  it("lets two tabs change it at once without losing either's work [OFF-17]", async () => {
    const one = open();
    const two = open();
    await Promise.all([one.load(), two.load()]);
    const ids = Array.from({ length: 20 }, (_, index) => String(index));
    await Promise.all(ids.map((id, index) => (index % 2 === 0 ? one : two).change(acting(id))));
    const stored = await open().load();
    expect(Object.keys(listOf(stored)).sort()).toEqual(ids.sort());
    expect(stored.steps.map((step) => step.seq)).toEqual(ids.map((_, index) => index + 1));
  });

  it("tells a tab of what another one stored", async () => {
    const one = open();
    const two = open();
    await Promise.all([one.load(), two.load()]);
    const told = new Promise<void>((resolve) => two.subscribe(() => resolve()));
    await one.change(acting("1"));
    await told;
    expect(listOf(two.current() ?? (await two.load()))).toEqual({ 1: "archive" });
  });

  it("changes nothing, in the store and for its readers, when a write fails", async () => {
    const storage = open();
    await storage.change(acting("1"));
    const before = storage.current();
    const unstorable = (record: OutboxRecord) => ({
      ...acting("2")(record),
      facts: { ...record.facts, blocked: { bulkId: "1", message: (() => "") as unknown as string } },
    });
    await expect(storage.change(unstorable)).rejects.toThrow();
    expect(storage.current()).toBe(before);
    expect(listOf(await open().load())).toEqual({ 1: "archive" });
  });

  it("opens whole what a former version of the app stored: list, steps, batches, refusals and facts", async () => {
    const former = new Dexie("outbox-7");
    former
      .version(1)
      .stores({ actions: "insightId", steps: "seq", batches: "batchId", refused: "id", meta: "key" });
    const action = (insightId: string) => ({
      id: `a-${insightId}`,
      place: Number(insightId),
      insightId,
      deviceId: "cam-1",
      insightStatus: "archive",
      base: "none",
      atMs: 1,
      offline: true,
      returned: false,
    });
    const change = (insightId: string) => ({
      insightId,
      deviceId: "cam-1",
      before: "none",
      after: "archive",
    });
    await former.table("actions").put(action("2"));
    await former.table("steps").bulkPut([
      { seq: 1, changes: [change("1")] },
      { seq: 2, changes: [change("2")] },
    ]);
    await former.table("batches").put({
      batchId: "key-1",
      position: 1,
      actions: [action("1")],
      sealedAtMs: 2,
      automatic: false,
      blockedTimes: 0,
      bulk: { bulkId: "41", message: "waiting", status: 3, outcomes: [], roundsSince: 0 },
    });
    const refusal = { id: "40:9", insightId: "9", deviceId: "cam-1", outcome: "gone", by: null, atMs: null };
    await former.table("refused").put({ ...refusal, insightStatus: "favorite" });
    await former.table("meta").bulkPut([
      { key: "version", value: 4 },
      { key: "applied", value: 2 },
      { key: "facts", value: { blocked: null, heldUntilMs: null, autoSentCount: 3 } },
    ]);
    former.close();

    const storage = open();
    const record = await storage.load();
    expect(listOf(record)).toEqual({ 2: "archive" });
    expect(batchesOf(record)).toEqual([{ 1: "archive" }]);
    expect(record.batches[0]).toMatchObject({
      batchId: "key-1",
      kind: "insightStatus",
      bulk: { bulkId: "41" },
    });
    expect(record.refused).toEqual([{ ...refusal, insightStatus: "favorite" }]);
    expect(record).toMatchObject({ applied: 2, settledKeys: [], facts: { autoSentCount: 3, sealedSeq: 0 } });
    const undone = await storage.change((before) => undo(before, stampAt())?.record ?? before);
    expect(listOf(undone)).toEqual({});
    await storage.change((before) => undo(before, stampAt())?.record ?? before);
    storage.close();
    expect(listOf(await open().load())).toEqual({ 1: "none" });
  });
});
