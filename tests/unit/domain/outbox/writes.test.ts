import { describe, expect, it } from "vitest";
import { rebasedWrites } from "../../../../src/domain/outbox/field-edits.ts";
import {
  EMPTY_OUTBOX,
  type OutboxRecord,
  type StoredOutcome,
  type StoredWrite,
  type WriteBatch,
  type WriteValue,
} from "../../../../src/domain/outbox/outbox-record.ts";
import { writesOf } from "../../../../src/domain/outbox/projection.ts";
import { reportBulk, settleRound, submitBatch } from "../../../../src/domain/outbox/queue.ts";
import { refuseBatch } from "../../../../src/domain/outbox/refuse-batch.ts";
import { sealList } from "../../../../src/domain/outbox/seal.ts";
import { retryAll, sealWrites } from "../../../../src/domain/outbox/seal-writes.ts";
import { recordOf, stampAt } from "./outbox-fixtures.ts";

const EDIT = "deviceEdit";

function write(value: WriteValue, base: WriteValue, subject = "cam-1", atMs = 0): StoredWrite {
  return { id: `write-${subject}`, subject, deviceId: subject, value, base, atMs };
}

/** Seals each write by itself, under the keys "a", "b", … */
function sealed(...writes: readonly StoredWrite[]): OutboxRecord {
  return writes.reduce((record, one, at) => {
    const batchId = String.fromCharCode(97 + at);
    return sealWrites(record, EDIT, [one], { batchId, atMs: 0 });
  }, EMPTY_OUTBOX);
}

function batchOf(kind: string, one: StoredWrite, batchId = "k"): WriteBatch {
  const sealedBy = { position: 1, sealedAtMs: 0, automatic: true, blockedTimes: 0, bulk: null };
  return { kind, batchId, ...sealedBy, actions: [one] };
}

const keysOf = (record: OutboxRecord) => record.batches.map(({ batchId }) => batchId);
const writesIn = (record: OutboxRecord, place: number) => (record.batches[place] as WriteBatch).actions;

const outcome = (change: Partial<StoredOutcome> = {}): StoredOutcome => ({
  insightId: "cam-1",
  deviceId: "cam-1",
  outcome: "forbidden",
  by: null,
  atMs: null,
  ...change,
});

function completed(record: OutboxRecord, batchId: string, ...outcomes: StoredOutcome[]): OutboxRecord {
  return submitBatch(record, batchId, { bulkId: `bulk-${batchId}`, message: "", status: 2, outcomes });
}

/** After the pull rounds that a completed batch waits for. */
function settled(record: OutboxRecord, batchId: string): OutboxRecord {
  return settleRound(record, new Set([`bulk-${batchId}`]), 1);
}

describe("an edit", () => {
  it("is sealed at once, as one batch, and waits for no Save", () => {
    const both = [write({ name: "Ford" }, { name: "Old" }), write({ name: "Gate" }, { name: "" }, "cam-2")];
    const record = sealWrites(EMPTY_OUTBOX, EDIT, both, { batchId: "a", atMs: 7 });
    expect(record.batches).toMatchObject([
      { kind: EDIT, batchId: "a", position: 1, sealedAtMs: 7, automatic: true, bulk: null, actions: both },
    ]);
    expect(record.actions.size).toBe(0);
    expect(sealWrites(record, EDIT, [], { batchId: "b", atMs: 7 })).toBe(record);
  });

  it("is shown over the mirror, with the fields that any batch of its kind changes", () => {
    const record = sealed(
      write({ name: "Ford", note: "dry" }, { name: "Old", note: "" }),
      write({ name: "Gate" }, { name: "Ford" }),
      write({ name: "North" }, { name: "" }, "cam-2"),
    );
    expect(writesOf(record, EDIT)).toEqual(
      new Map([
        ["cam-1", { name: "Gate", note: "dry" }],
        ["cam-2", { name: "North" }],
      ]),
    );
    expect(writesOf(record, "alertState")).toEqual(new Map());
    expect(writesOf(recordOf(["1", "archive"]), EDIT)).toEqual(new Map());
  });

  it("of a whole value replaces the one before", () => {
    const record = sealed(write("new", "old"), write("newer", "new"), write({ name: "x" }, { name: "" }));
    expect(writesOf(record, EDIT)).toEqual(new Map([["cam-1", { name: "x" }]]));
    expect(writesOf(sealed(write({ name: "x" }, { name: "" }), write("new", "old")), EDIT)).toEqual(
      new Map([["cam-1", "new"]]),
    );
  });

  it("is not shown where the server has refused it, field by field", () => {
    const record = sealed(write({ name: "Ford", note: "dry" }, { name: "Old", note: "" }));
    const shown = (...outcomes: StoredOutcome[]) =>
      writesOf(completed(record, "a", ...outcomes), EDIT).get("cam-1");
    expect(shown()).toEqual({ name: "Ford", note: "dry" });
    expect(shown(outcome())).toBeUndefined();
    expect(shown(outcome({ fields: ["name"] }))).toEqual({ note: "dry" });
    expect(shown(outcome({ fields: ["name"] }), outcome({ fields: ["note"] }))).toBeUndefined();
    expect(shown(outcome(), outcome({ fields: ["note"] }))).toBeUndefined();
    expect(shown(outcome({ insightId: "cam-2" }))).toEqual({ name: "Ford", note: "dry" });
    for (const taken of ["overrode", "noop"] as const) {
      expect(shown(outcome({ outcome: taken }))).toEqual({ name: "Ford", note: "dry" });
    }
  });
});

describe("an edit of what waits already", () => {
  const first = write({ name: "One" }, { name: "" }, "cam-9");
  const waiting = write({ name: "Ford", note: "dry" }, { name: "Old", note: "" });

  it("is merged into it under a new key, over the first base", () => {
    const before = sealed(first, waiting);
    const again = write({ name: "Gate", cycle: 5 }, { name: "Ford", cycle: 9 }, "cam-1", 70);
    const record = sealWrites(before, EDIT, [again], { batchId: "c", atMs: 70 });
    expect(keysOf(record)).toEqual(["a", "c"]);
    expect(record.settledKeys).toEqual(["b"]);
    expect(writesIn(record, 1)).toEqual([
      {
        ...waiting,
        value: { name: "Gate", note: "dry", cycle: 5 },
        base: { name: "Old", note: "", cycle: 9 },
        atMs: 70,
      },
    ]);
  });

  it("loses the fields that are back at their base, and with the last of them its batch", () => {
    const before = sealed(first, waiting);
    const back = (value: Record<string, string>) =>
      sealWrites(before, EDIT, [write(value, waiting.value)], { batchId: "c", atMs: 1 });
    expect(writesIn(back({ name: "Old" }), 1)).toMatchObject([
      { value: { note: "dry" }, base: { note: "" } },
    ]);
    const gone = back({ name: "Old", note: "" });
    expect(keysOf(gone)).toEqual(["a"]);
    expect(gone.settledKeys).toEqual(["b"]);
  });

  it("is a batch of its own where the other may have been sent", () => {
    const alone = sealed(waiting);
    const again = write({ name: "Gate" }, { name: "Ford" });
    const keysAfter = (record: OutboxRecord, ...writes: StoredWrite[]) =>
      keysOf(sealWrites(record, EDIT, writes.length > 0 ? writes : [again], { batchId: "z", atMs: 1 }));
    expect(keysAfter(alone)).toEqual(["a", "z"]);
    const both = sealed(first, waiting);
    expect(keysAfter(completed(both, "a"))).toEqual(["a", "b", "z"]);
    const submitted = submitBatch(both, "b", { bulkId: "9", message: "", status: 3 });
    expect(keysAfter(submitted)).toEqual(["a", "b", "z"]);
  });

  it("may have been sent although a batch of a kind that this version cannot send lies before it", () => {
    const foreign = sealWrites(EMPTY_OUTBOX, "alertState", [first], { batchId: "a", atMs: 0 });
    const both = sealWrites(foreign, EDIT, [waiting], { batchId: "b", atMs: 0 });
    const again = write({ name: "Gate" }, { name: "Ford" });
    expect(keysOf(sealWrites(both, EDIT, [again], { batchId: "c", atMs: 0 }))).toEqual(["a", "b", "c"]);
  });

  it("is merged only with the latest of its kind and subject, and never with several or with whole values", () => {
    const merges = (before: OutboxRecord, ...writes: StoredWrite[]) => {
      const { batches } = sealWrites(before, EDIT, writes, { batchId: "z", atMs: 1 });
      return batches.length === before.batches.length;
    };
    const again = write({ name: "Gate" }, { name: "Ford" });
    const both = sealed(first, waiting);
    expect(merges(both, again)).toBe(true);
    expect(merges(both, again, first)).toBe(false);
    expect(merges(both, write("Gate", { name: "Ford" }))).toBe(false);
    expect(merges(both, write({ name: "Gate" }, "Ford"))).toBe(false);
    expect(merges(sealed(first, write("Ford", { name: "Old" })), again)).toBe(false);
    expect(merges(sealed(first, write({ name: "Ford" }, "Old")), again)).toBe(false);
    const pair = sealWrites(sealed(first), EDIT, [waiting, write({ name: "x" }, { name: "" }, "cam-2")], {
      batchId: "b",
      atMs: 0,
    });
    expect(merges(pair, again)).toBe(false);
    const behindPair = sealWrites(both, EDIT, [again, write({ name: "x" }, { name: "" }, "cam-2")], {
      batchId: "c",
      atMs: 0,
    });
    expect(merges(behindPair, again)).toBe(false);
    const otherKind = sealWrites(sealed(first), "alertState", [waiting], { batchId: "b", atMs: 0 });
    expect(merges(otherKind, again)).toBe(false);
  });

  it("counts a batch of statuses before it as what is sent first", () => {
    const statuses = sealList(recordOf(["1", "archive"]), { batchId: "a", atMs: 0, automatic: false });
    const record = sealWrites(statuses, EDIT, [waiting], { batchId: "b", atMs: 0 });
    const again = write({ name: "Gate" }, { name: "Ford" });
    expect(keysOf(sealWrites(record, EDIT, [again], { batchId: "c", atMs: 0 }))).toEqual(["a", "c"]);
  });
});

describe("an edit that the server refuses", () => {
  it("is listed with what was wanted, whole or by its fields", () => {
    const record = sealed(write({ name: "Ford", note: "dry" }, { name: "Old", note: "" }));
    const whole = settled(completed(record, "a", outcome()), "a");
    expect(whole.batches).toEqual([]);
    expect(whole.refused).toEqual([
      {
        ...outcome(),
        id: "bulk-a:cam-1",
        kind: EDIT,
        value: { name: "Ford", note: "dry" },
        base: { name: "Old", note: "" },
      },
    ]);
    const part = settled(completed(record, "a", outcome({ fields: ["name"] })), "a");
    expect(part.refused).toEqual([
      {
        ...outcome({ fields: ["name"] }),
        id: "bulk-a:cam-1:name",
        kind: EDIT,
        value: { name: "Ford" },
        base: { name: "Old" },
      },
    ]);
    expect(settled(completed(record, "a", outcome({ outcome: "noop" })), "a").refused).toEqual([]);
    expect(settled(completed(record, "a", outcome({ insightId: "cam-7" })), "a").refused).toEqual([]);
  });

  it("leaves the list once a later edit of the same fields was taken, and keeps its other fields", () => {
    const before = sealed(write({ name: "Ford", note: "dry" }, { name: "Old", note: "" }));
    const refused = settled(completed(before, "a", outcome()), "a");
    const later = (value: WriteValue, kind = EDIT) => {
      const next = sealWrites(refused, kind, [write(value, "")], { batchId: "b", atMs: 1 });
      return settled(completed(next, "b"), "b").refused;
    };
    expect(later({ name: "Gate" }).map((left) => "value" in left && left.value)).toEqual([{ note: "dry" }]);
    expect(later({ name: "Gate", cycle: 5 }).map((left) => "value" in left && left.value)).toEqual([
      { note: "dry" },
    ]);
    expect(later({ cycle: 5 })).toEqual(refused.refused);
    expect(later({ name: "Gate", note: "wet" })).toEqual([]);
    expect(later("whole")).toEqual([]);
    expect(later({ name: "Gate" }, "alertState")).toEqual(refused.refused);
  });

  it("is kept apart from a refused status of an insight of the same name", () => {
    const status = { ...outcome(), id: "old", insightStatus: "archive" as const };
    const record = { ...sealed(write({ name: "Ford" }, { name: "Old" })), refused: [status] };
    expect(settled(completed(record, "a"), "a").refused).toEqual([status]);
  });

  it("can be retried: it is sealed anew at once, but for what is gone or was applied", () => {
    const value = { name: "Ford" };
    const base = { name: "Old" };
    const refusal = (id: string, what: StoredOutcome["outcome"], subject = id) => ({
      ...outcome({ outcome: what, insightId: subject, deviceId: subject }),
      id,
      kind: EDIT,
      value,
      base,
    });
    const status = { ...outcome({ insightId: "7" }), id: "s", insightStatus: "archive" as const };
    const refused = [
      refusal("f", "forbidden"),
      refusal("g", "gone"),
      refusal("o", "overrode"),
      refusal("x", "notAccepted"),
      status,
    ];
    const record = { ...EMPTY_OUTBOX, refused, facts: { ...EMPTY_OUTBOX.facts, autoSentCount: 3 } };
    const retried = retryAll(record, new Set(["f", "g", "o", "s"]), {
      ...stampAt(40),
      serverStatusOf: () => "none",
    });
    expect(retried?.batches).toMatchObject([
      { kind: EDIT, sealedAtMs: 40, actions: [{ subject: "f", deviceId: "f", value, base, atMs: 40 }] },
    ]);
    expect(retried?.refused.map(({ id }) => id)).toEqual(["g", "o", "x"]);
    expect([...(retried?.actions.keys() ?? [])]).toEqual(["7"]);
    expect(retried?.facts.autoSentCount).toBe(0);
    expect(retryAll(record, new Set(["g", "o"]), stampAt())).toBe(record);
  });

  it("is retried with nothing at all where the statuses beside it have no room", () => {
    const status = { ...outcome({ insightId: "7" }), id: "s", insightStatus: "archive" as const };
    const full = recordOf(
      ...Array.from({ length: 1000 }, (_, at): [string, "archive"] => [`old-${at}`, "archive"]),
    );
    const record = { ...full, refused: [status] };
    const stamp = { ...stampAt(), serverStatusOf: () => "none" as const };
    expect(retryAll(record, new Set(["s"]), stamp)).toBeNull();
  });

  it("gives its base to the next edit of the same field, where it was refused as a whole", () => {
    const edits = [
      write({ name: "Ford", note: "dry" }, { name: "Old", note: "" }),
      write({ name: "Gate" }, { name: "Ford" }),
      write({ name: "Hill", note: "wet" }, { name: "Gate", note: "dry" }),
    ];
    const batches = edits.map((one, at) => batchOf(EDIT, one, String(at)));
    const record = { ...EMPTY_OUTBOX, batches };
    const after = refuseBatch(record, "0", { outcome: "notAllowed", said: "No.", saidOf: "name" });
    expect(keysOf(after)).toEqual(["1", "2"]);
    expect([writesIn(after, 0)[0]?.base, writesIn(after, 1)[0]?.base]).toEqual([
      { name: "Old" },
      { name: "Gate", note: "" },
    ]);
    expect(after.refused).toMatchObject([
      { id: "0:cam-1", outcome: "notAllowed", said: "No.", saidOf: "name" },
    ]);
    expect(after.settledKeys).toEqual(["0"]);
  });

  it("moves no base of another subject, of another kind, or of a whole value", () => {
    const failed = batchOf(EDIT, write({ name: "Ford" }, { name: "Old" }));
    const others = [
      batchOf(EDIT, write({ name: "x" }, { name: "y" }, "cam-2")),
      batchOf("alertState", write({ name: "x" }, { name: "y" })),
      batchOf(EDIT, write({ name: "x" }, "whole")),
    ];
    expect(rebasedWrites(others, failed)).toEqual(others);
    const whole = batchOf(EDIT, write("new", "old"));
    const next = batchOf(EDIT, write({ name: "x" }, { name: "y" }));
    expect(rebasedWrites([next], whole)).toEqual([next]);
  });

  it("is sent again under a new key where its bulk update ended blocked", () => {
    const both = sealed(
      write({ name: "Ford" }, { name: "Old" }),
      write({ name: "x" }, { name: "" }, "cam-2"),
    );
    const record = submitBatch(both, "a", { bulkId: "9", message: "", status: 1 });
    const news = { bulkId: "9", status: 4 as const, message: "Blocked.", outcomes: [] };
    const blocked = reportBulk(record, news, () => ({ batchId: "again", waitMs: 50 }));
    expect(blocked.batches).toMatchObject([
      { batchId: "again", kind: EDIT, blockedTimes: 1, bulk: null },
      { batchId: "b", blockedTimes: 0 },
    ]);
    expect(blocked.settledKeys).toEqual(["a"]);
    expect(blocked.facts).toMatchObject({ blocked: { bulkId: "9", message: "Blocked." }, waitMs: 50 });
  });
});
