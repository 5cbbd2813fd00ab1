import { describe, expect, it } from "vitest";
import { EMPTY_OUTBOX } from "../../../src/storage/outbox-record.ts";
import { sealList } from "../../../src/sync/outbox-batches.ts";
import { act, cancelAll, markOffline, redo, undo } from "../../../src/sync/outbox-list.ts";
import { batchesOf, listOf, recordOf, stampAt, target } from "./outbox-fixtures.ts";

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => target(String(from + index)));

const seal = (batchId: string) => ({ batchId, atMs: 0, automatic: false });

describe("the list of unsaved actions", () => {
  it("keeps id, insight, Sentinel and status of an action, and what was seen beneath it [INS-33]", () => {
    const record = act(EMPTY_OUTBOX, [target("7", "favorite")], "archive", stampAt(5, true));
    expect([...(record?.actions.values() ?? [])]).toEqual([
      expect.objectContaining({
        id: expect.any(String),
        insightId: "7",
        deviceId: "cam-1",
        insightStatus: "archive",
        base: "favorite",
        atMs: 5,
        offline: true,
      }),
    ]);
  });

  it("keeps one entry an insight, the last status winning over what was seen first", () => {
    const record = recordOf(["7", "archive"], ["7", "favorite", "archive"]);
    expect(listOf(record)).toEqual({ 7: "favorite" });
    expect(record.actions.get("7")?.base).toBe("none");
  });

  it("lets an action that equals the status beneath it remove itself", () => {
    expect(listOf(recordOf(["7", "archive"], ["7", "none", "archive"]))).toEqual({});
  });

  it("takes the 1000th insight and refuses the 1001st, with nothing of it queued [INS-46]", () => {
    const full = act(EMPTY_OUTBOX, many(1000), "acknowledge", stampAt());
    if (full === null) throw new Error("1000 were refused");
    expect(full.actions.size).toBe(1000);
    expect(act(full, [target("one-more")], "acknowledge", stampAt())).toBeNull();
    expect(act(full, [target("1"), target("one-more")], "archive", stampAt())).toBeNull();
  });

  it("counts insights, not steps, against the cap: a change of a listed one is always taken [INS-46]", () => {
    const full = act(EMPTY_OUTBOX, many(1000), "acknowledge", stampAt());
    if (full === null) throw new Error("1000 were refused");
    const changed = act(full, [target("1", "acknowledge")], "archive", stampAt());
    expect(changed?.actions.get("1")?.insightStatus).toBe("archive");
  });

  it("caps actions made without a connection alike [OFF-19]", () => {
    const full = act(EMPTY_OUTBOX, many(1000), "acknowledge", stampAt(0, true));
    if (full === null) throw new Error("1000 were refused");
    expect(act(full, [target("one-more")], "acknowledge", stampAt(0, true))).toBeNull();
  });

  it("undoes and redoes step by step, a step over many insights as one [OFF-14]", () => {
    const one = recordOf(["1", "archive"]);
    const both = act(one, [target("2"), target("3")], "favorite", stampAt());
    if (both === null) throw new Error("refused");
    const undone = undo(both, stampAt());
    expect(undone?.insightIds).toEqual(["2", "3"]);
    expect(listOf(undone?.record ?? EMPTY_OUTBOX)).toEqual({ 1: "archive" });
    const redone = redo(undone?.record ?? EMPTY_OUTBOX, stampAt());
    expect(listOf(redone?.record ?? EMPTY_OUTBOX)).toEqual({ 1: "archive", 2: "favorite", 3: "favorite" });
  });

  it("forgets what could be redone when a new action is made", () => {
    const undone = undo(recordOf(["1", "archive"]), stampAt());
    const acted = act(undone?.record ?? EMPTY_OUTBOX, [target("2")], "favorite", stampAt());
    expect(redo(acted ?? EMPTY_OUTBOX, stampAt())).toBeNull();
  });

  it("empties the list as one step that undo takes back", () => {
    const record = recordOf(["1", "archive"], ["2", "favorite"]);
    const cancelled = cancelAll(record);
    expect(listOf(cancelled)).toEqual({});
    expect(listOf(undo(cancelled, stampAt())?.record ?? EMPTY_OUTBOX)).toEqual({
      1: "archive",
      2: "favorite",
    });
  });

  it("appends the inverse when a step is undone after it was sealed", () => {
    const sealed = sealList(recordOf(["1", "archive"]), seal("a"));
    const undone = undo(sealed, stampAt())?.record ?? EMPTY_OUTBOX;
    expect(batchesOf(undone)).toEqual([{ 1: "archive" }]);
    expect(listOf(undone)).toEqual({ 1: "none" });
    expect(undone.actions.get("1")?.base).toBe("archive");
  });

  it("counts what was done before the connection was known as offline, and nothing older", () => {
    const old = act(EMPTY_OUTBOX, [target("1")], "archive", stampAt(10));
    const both = act(old ?? EMPTY_OUTBOX, [target("2")], "archive", stampAt(20));
    const marked = markOffline(both ?? EMPTY_OUTBOX, 15);
    expect(marked.actions.get("1")?.offline).toBe(false);
    expect(marked.actions.get("2")?.offline).toBe(true);
  });

  it("forgets the oldest steps past 1000, and past what a device should carry of big ones", () => {
    let record = EMPTY_OUTBOX;
    for (let step = 0; step < 1100; step += 1) {
      record =
        act(record, [target("1", "none")], step % 2 === 0 ? "archive" : "favorite", stampAt()) ?? record;
    }
    expect(record.steps).toHaveLength(1000);
    expect(record.applied).toBe(1000);
    let big = EMPTY_OUTBOX;
    for (let step = 0; step < 30; step += 1) {
      big = act(big, many(1000), step % 2 === 0 ? "archive" : "favorite", stampAt()) ?? big;
    }
    expect(big.steps.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 11));
  });
});
