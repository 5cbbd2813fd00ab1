import { describe, expect, it } from "vitest";
import {
  EMPTY_OUTBOX,
  isStatusBatch,
  type OutboxRecord,
} from "../../../../src/domain/outbox/outbox-record.ts";
import { sealFullLists } from "../../../../src/domain/outbox/overflow.ts";
import { overlayOf } from "../../../../src/domain/outbox/projection.ts";
import { reportBulk, submitBatch } from "../../../../src/domain/outbox/queue.ts";
import { sealList } from "../../../../src/domain/outbox/seal.ts";
import { redo, undo } from "../../../../src/domain/outbox/undo-redo.ts";
import { act, cancelAll, markOffline } from "../../../../src/domain/outbox/unsaved-list.ts";
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
        returned: false,
      }),
    ]);
  });

  it("keeps one entry an insight, the last status winning over what was seen first", () => {
    const record = recordOf(["7", "archive"], ["7", "favorite", "archive"]);
    expect(listOf(record)).toEqual({ 7: "favorite" });
    expect(record.actions.get("7")?.base).toBe("none");
  });

  it("numbers its actions in the order in which they came, and a changed one keeps its place", () => {
    const record = recordOf(["1", "archive"], ["2", "archive"], ["1", "favorite"], ["3", "archive"]);
    expect(Array.from(record.actions.values(), ({ insightId, place }) => [insightId, place])).toEqual([
      ["1", 1],
      ["2", 2],
      ["3", 3],
    ]);
  });

  it("ends the note of what was sealed on reconnection with the next action", () => {
    const noted = { ...EMPTY_OUTBOX, facts: { ...EMPTY_OUTBOX.facts, autoSentCount: 5 } };
    expect(act(noted, [target("1")], "archive", stampAt())?.facts.autoSentCount).toBe(0);
  });

  it("lets an action that equals the status beneath it remove itself", () => {
    expect(listOf(recordOf(["7", "archive"], ["7", "none", "archive"]))).toEqual({});
  });

  it("keeps an action back to the old status where somebody else has changed the insight beneath", () => {
    const first = recordOf(["1", "archive"]);
    const seen = { ...target("1", "archive"), serverStatus: "favorite" as const };
    const back = act(first, [seen], "none", stampAt()) ?? EMPTY_OUTBOX;
    expect(back.actions.get("1")).toMatchObject({ insightStatus: "none", base: "favorite" });
    expect(listOf(act(first, [seen], "favorite", stampAt()) ?? EMPTY_OUTBOX)).toEqual({});
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
    expect(acted?.steps.map(({ changes }) => changes[0]?.insightId)).toEqual(["2"]);
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

  it("counts what was done in the dark as offline, and nothing else", () => {
    const old = act(EMPTY_OUTBOX, [target("1")], "archive", stampAt(10));
    const both = act(old ?? EMPTY_OUTBOX, [target("2")], "archive", stampAt(20));
    const marked = markOffline(both ?? EMPTY_OUTBOX, ({ atMs }) => atMs >= 15);
    expect(marked.actions.get("1")?.offline).toBe(false);
    expect(marked.actions.get("2")?.offline).toBe(true);
    expect(markOffline(marked, ({ atMs }) => atMs >= 15)).toBe(marked);
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

describe("a step past the cap, which the person agreed to", () => {
  let keys = 0;
  const batches = sealFullLists({ atMs: 0, automatic: false }, () => {
    keys += 1;
    return `key-${keys}`;
  });
  const archived = (count: number) => {
    const record = act(EMPTY_OUTBOX, many(count), "archive", stampAt(), batches);
    if (record === null) throw new Error("refused");
    return record;
  };
  const sizes = (record: OutboxRecord) => record.batches.map(({ actions }) => actions.length);
  const bulkId = "bulk";
  /** The record once the server has done so many of the oldest batches. */
  const sent = (record: OutboxRecord, count: number) =>
    record.batches.slice(0, count).reduce((before, { batchId }) => {
      const news = { bulkId: batchId, status: 2 as const, message: "", outcomes: [] };
      const accepted = submitBatch(before, batchId, { bulkId: batchId, message: "", status: 3 });
      return reportBulk(accepted, news, () => ({ batchId: bulkId, waitMs: 0 }));
    }, record);

  it("is one step in as many batches as it takes, after what waited was sealed, and each action has its place", () => {
    const before = recordOf(["other", "favorite"]);
    const record = act(before, many(2300), "archive", stampAt(), batches);
    if (record === null) throw new Error("refused");
    expect(sizes(record)).toEqual([1, 1000, 1000, 300]);
    expect(record.actions.size).toBe(0);
    expect(record.steps).toHaveLength(2);
    const all = [
      ...record.batches.filter(isStatusBatch).flatMap(({ actions }) => actions),
      ...record.actions.values(),
    ];
    expect(new Set(all.map(({ insightId }) => insightId)).size).toBe(2301);
    expect(all.map(({ place }) => place)).toEqual(all.map((_, index) => index + 1));
  });

  it("of exactly one list stays unsaved in it", () => {
    const record = act(recordOf(["other", "favorite"]), many(1000), "archive", stampAt(), batches);
    expect([sizes(record ?? EMPTY_OUTBOX), record?.actions.size]).toEqual([[1], 1000]);
  });

  it("stays unsaved where it fits into a list of its own, which the full one makes room for", () => {
    const full = act(EMPTY_OUTBOX, many(1000), "archive", stampAt()) ?? EMPTY_OUTBOX;
    const record = act(full, [target("other")], "favorite", stampAt(), batches) ?? EMPTY_OUTBOX;
    expect([sizes(record), listOf(record)]).toEqual([[1000], { other: "favorite" }]);
  });

  it("is taken back before anything was sent without one more batch, but for the oldest that may be on its way", () => {
    const undone = undo(archived(2300), stampAt());
    expect(sizes(undone?.record ?? EMPTY_OUTBOX)).toEqual([1000]);
    expect(Object.values(listOf(undone?.record ?? EMPTY_OUTBOX))).toEqual(Array(1000).fill("none"));
    expect([undone?.left, undone?.insightIds.length, undone?.record.applied]).toEqual([0, 2300, 0]);
  });

  it("stops in the middle: what was not sent is taken back at once, what was sent asks for more room", () => {
    const stopped = undo(sent(archived(5300), 2), stampAt());
    expect([stopped?.left, stopped?.insightIds.length]).toEqual([3000, 2300]);
    const record = stopped?.record ?? EMPTY_OUTBOX;
    expect(sizes(record)).toEqual([1000, 1000, 1000]);
    expect(record.actions.size).toBe(0);
    const refused = undo(record, stampAt());
    expect(refused).toMatchObject({ left: 3000, insightIds: [] });
    expect(refused?.record.steps).toEqual(record.steps);
    const back = undo(record, stampAt(), batches);
    expect(sizes(back?.record ?? EMPTY_OUTBOX)).toEqual([1000, 1000, 1000, 1000, 1000, 1000]);
    expect(back?.record.actions.size).toBe(0);
    const overlay = overlayOf(back?.record ?? EMPTY_OUTBOX);
    expect([...new Set(overlay.values())]).toEqual(["none"]);
    expect([back?.record.applied, back?.record.steps.length]).toEqual([0, 2]);
  });

  it("is taken back whole in the middle where the person agrees, with the opposite of what was sent", () => {
    const back = undo(sent(archived(5300), 2), stampAt(), batches);
    expect([back?.insightIds.length, back?.inverse, back?.left]).toEqual([5300, 3000, 0]);
  });

  it("brings no more into the list than it may hold, however much comes out of its batches", () => {
    const stopped = undo(sent(archived(4300), 1), stampAt());
    expect([stopped?.left, stopped?.record.actions.size]).toEqual([2000, 0]);
  });

  it("can be redone in its two parts after it was stopped", () => {
    const stopped = undo(sent(archived(5300), 2), stampAt())?.record ?? EMPTY_OUTBOX;
    expect(redo(stopped, stampAt())).toMatchObject({ left: 2300, insightIds: [] });
    const again = redo(stopped, stampAt(), batches)?.record ?? EMPTY_OUTBOX;
    expect([...new Set(overlayOf(again).values())]).toEqual(["archive"]);
    expect(overlayOf(again).size).toBe(5300);
  });

  it("leaves sealed what holds a later step too, and what a later step lies over", () => {
    const earlier = act(archived(2300), [target("earlier")], "favorite", stampAt());
    const mixed = act(earlier ?? EMPTY_OUTBOX, [target("other")], "favorite", stampAt());
    const sealed = sealList(mixed ?? EMPTY_OUTBOX, seal("mixed"));
    const other = undo(sealed, stampAt());
    expect(sizes(other?.record ?? EMPTY_OUTBOX)).toEqual([1000, 1000, 300, 2]);
    expect(listOf(other?.record ?? EMPTY_OUTBOX)).toEqual({ other: "none" });
    const both = undo(other?.record ?? EMPTY_OUTBOX, stampAt());
    expect(undo(both?.record ?? EMPTY_OUTBOX, stampAt())?.left).toBe(2300);
  });

  it("is kept to be taken back however big it is, while smaller steps follow it", () => {
    let record = archived(24_752);
    for (let step = 0; step < 5; step += 1) {
      record = act(record, [target(`later-${step}`)], "favorite", stampAt()) ?? record;
    }
    expect(record.steps.map(({ changes }) => changes.length)).toEqual([24_752, 1, 1, 1, 1, 1]);
  });

  it("is forgotten once the person has agreed to another one as big", () => {
    const again = act(archived(24_752), many(24_752), "favorite", stampAt(), batches);
    expect(again?.steps.map(({ seq }) => seq)).toEqual([2]);
  });
});

const taken = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error("refused");
  return value;
};

describe("undo after saving", () => {
  it("says that the inverse is a new action, lays it over what is seen by now, and never touches the batch [OFF-14]", () => {
    const sealed = sealList(recordOf(["1", "archive"], ["2", "archive"]), seal("a"));
    const last = taken(undo(sealed, stampAt()));
    expect(last).toMatchObject({ insightIds: ["2"], inverse: 1 });
    const confirmed = { ...sealed, batches: [] };
    const seen = new Map([["2", "favorite" as const]]);
    const later = taken(undo(confirmed, { ...stampAt(), serverStatusOf: (id) => seen.get(id) }));
    expect(later.record.actions.get("2")).toMatchObject({ insightStatus: "none", base: "favorite" });
    expect(taken(redo(later.record, stampAt())).inverse).toBe(0);
  });

  it("counts the opposite of what was sealed as made offline where it is, so that it follows by itself [OFF-16]", () => {
    const sealed = sealList(recordOf(["1", "archive"]), seal("a"));
    expect(taken(undo(sealed, stampAt(0, true))).record.actions.get("1")?.offline).toBe(true);
    expect(taken(undo(sealed, stampAt(0, false))).record.actions.get("1")?.offline).toBe(false);
  });

  it("lays the inverse over the sealed status where the server's is not known", () => {
    const confirmed = { ...sealList(recordOf(["1", "archive"]), seal("a")), batches: [] };
    expect(taken(undo(confirmed, stampAt())).record.actions.get("1")).toMatchObject({
      insightStatus: "none",
      base: "archive",
    });
  });

  it("leaves sealed what a later step went back to, and calls it no inverse", () => {
    const first = sealList(recordOf(["1", "archive"]), seal("a"));
    const both = sealList(taken(act(first, [target("2")], "archive", stampAt())), seal("b"));
    const there = taken(act(both, [target("2")], "favorite", stampAt()));
    const back = taken(act(there, [target("2")], "archive", stampAt()));
    expect(listOf(back)).toEqual({});
    const undone = taken(undo(back, stampAt()));
    expect(batchesOf(undone.record)).toEqual([{ 1: "archive" }, { 2: "archive" }]);
    expect([listOf(undone.record), undone.inverse]).toEqual([{ 2: "favorite" }, 0]);
  });

  it("takes a batch that cannot have been sent out for good, so that no exported file brings it back", () => {
    const first = sealList(recordOf(["1", "archive"]), seal("a"));
    const both = sealList(taken(act(first, [target("2")], "archive", stampAt())), seal("b"));
    const { record } = taken(undo(both, stampAt()));
    expect([batchesOf(record), listOf(record), record.settledKeys]).toEqual([[{ 1: "archive" }], {}, ["b"]]);
  });

  it("gives what comes out of a batch its former place in the list", () => {
    const first = sealList(recordOf(["0", "archive"]), seal("a"));
    const acts = [
      ["1", "archive"],
      ["2", "favorite"],
      ["2", "archive"],
    ] as const;
    const list = acts.reduce(
      (record, [id, status]) => taken(act(record, [target(id)], status, stampAt())),
      first,
    );
    const last = taken(list.actions.get("2") ?? null);
    const returned = { ...list, actions: new Map(list.actions).set("2", { ...last, returned: true }) };
    const sealed = sealList(returned, { ...seal("b"), onlyReturned: true });
    expect([...taken(undo(sealed, stampAt())).record.actions.keys()]).toEqual(["1", "2"]);
  });

  it("leaves a batch that the server has taken, also where the one before it has to be sent again", () => {
    const first = sealList(recordOf(["1", "archive"]), seal("a"));
    const both = sealList(taken(act(first, [target("2")], "archive", stampAt())), seal("b"));
    const taking = submitBatch(both, "b", { bulkId: "9", message: "", status: 3 });
    const { record } = taken(undo(taking, stampAt()));
    expect([batchesOf(record), listOf(record)]).toEqual([
      [{ 1: "archive" }, { 2: "archive" }],
      { 2: "none" },
    ]);
  });

  it("has nothing left to do where the mirror shows the former status already", () => {
    const confirmed = { ...sealList(recordOf(["1", "archive"]), seal("a")), batches: [] };
    const undone = taken(undo(confirmed, { ...stampAt(), serverStatusOf: () => "none" }));
    expect(listOf(undone.record)).toEqual({});
    expect(undone.record.applied).toBe(0);
    expect(undone.inverse).toBe(0);
  });

  it("calls a step that was made after saving, and undone in the list, no inverse", () => {
    const sealed = sealList(recordOf(["1", "archive"], ["2", "archive"]), seal("a"));
    const undone = taken(undo(sealed, stampAt())).record;
    const other = taken(act(undone, [target("3")], "favorite", stampAt()));
    expect(taken(undo(other, stampAt())).inverse).toBe(0);
  });
});
