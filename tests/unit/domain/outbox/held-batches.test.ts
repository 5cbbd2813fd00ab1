import { describe, expect, it } from "vitest";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import { writesOf } from "../../../../src/domain/outbox/projection.ts";
import { nextTask } from "../../../../src/domain/outbox/queue-task.ts";
import { apply } from "../../../../src/domain/outbox/transitions.ts";
import { recordOf } from "./outbox-fixtures.ts";

const KIND = "alertStatus";

function held(before: OutboxRecord, batchId: string, value: string, ...subjects: string[]): OutboxRecord {
  const writes = subjects.map((subject) => ({
    id: `${batchId}-${subject}`,
    subject,
    deviceId: "cam-1",
    value,
    base: "new",
    atMs: 0,
  }));
  return apply(before, "sealWrites", KIND, writes, { batchId, atMs: 0, held: true });
}

const keysOf = (record: OutboxRecord) => record.batches.map(({ batchId }) => batchId);

describe("a held batch", () => {
  it("is shown and stored, and is not sent until it is released", () => {
    const record = held(EMPTY_OUTBOX, "a", "acknowledged", "1");
    expect(writesOf(record, KIND)).toEqual(new Map([["1", "acknowledged"]]));
    expect(nextTask(record, () => false)).toMatchObject({ kind: "held", batch: { batchId: "a" } });
    const released = apply(record, "releaseHeld", "a");
    expect(released.batches[0]).not.toHaveProperty("held");
    expect(nextTask(released, () => false)).toMatchObject({ kind: "send", batch: { batchId: "a" } });
  });

  it("is released alone", () => {
    const both = held(held(EMPTY_OUTBOX, "a", "acknowledged", "1"), "b", "acknowledged", "2");
    const { batches } = apply(both, "releaseHeld", "a");
    expect(batches.map((batch) => batch.held)).toEqual([undefined, true]);
    expect(apply(both, "releaseHeld", "z").batches).toEqual(both.batches);
  });

  it("is taken back whole, and its key is known as settled", () => {
    const record = apply(held(EMPTY_OUTBOX, "a", "acknowledged", "1", "2"), "dropHeld", "a");
    expect(record).toMatchObject({ batches: [], settledKeys: ["a"] });
  });

  it("takes the held steps along that build on it, and no others", () => {
    let record = held(EMPTY_OUTBOX, "a", "acknowledged", "1");
    record = held(record, "b", "acknowledged", "2");
    record = held(record, "c", "resolved", "1", "3");
    const edit = { id: "e", subject: "1", deviceId: "1", value: "x", base: "", atMs: 0 };
    record = apply(record, "sealWrites", "deviceEdit", [edit], { batchId: "d", atMs: 0, held: true });
    const left = apply(record, "dropHeld", "a");
    expect(left && keysOf(left)).toEqual(["b", "d"]);
    expect(left?.settledKeys).toEqual(["a", "c"]);
    // The step beneath stays where only the later one is taken back.
    const earlier = apply(record, "dropHeld", "c");
    expect(earlier && keysOf(earlier)).toEqual(["a", "b", "d"]);
  });

  it("leaves a later step that may be sent already", () => {
    const before = held(EMPTY_OUTBOX, "a", "acknowledged", "1");
    const later = { ...write, value: "resolved" };
    const record = apply(before, "sealWrites", KIND, [later], { batchId: "b", atMs: 0 });
    const left = apply(record, "dropHeld", "a");
    expect(left && keysOf(left)).toEqual(["b"]);
  });

  it("is taken back once: asking again, as another tab may, changes nothing", () => {
    let record = held(EMPTY_OUTBOX, "a", "acknowledged", "1");
    record = held(record, "b", "resolved", "1");
    const left = apply(record, "dropHeld", "a");
    if (left === null) throw new Error("it was not taken back");
    for (const batchId of ["a", "b"]) expect(apply(left, "dropHeld", batchId)).toBe(left);
    expect(apply(left, "dropHeld", "c")).toBeNull();
  });

  it("remembers the last hundred that were taken back", () => {
    let record: OutboxRecord = EMPTY_OUTBOX;
    for (let at = 0; at <= 100; at += 1) {
      record = apply(held(record, `key-${at}`, "acknowledged", "1"), "dropHeld", `key-${at}`) ?? record;
    }
    expect([record.takenBack.length, record.takenBack[0]]).toEqual([100, "key-1"]);
  });

  it("cannot be taken back once it was released, nor a batch that was never held", () => {
    const released = apply(held(EMPTY_OUTBOX, "a", "acknowledged", "1"), "releaseHeld", "a");
    expect(apply(released, "dropHeld", "a")).toBeNull();
    expect(apply(EMPTY_OUTBOX, "dropHeld", "a")).toBeNull();
    const sealed = apply(recordOf(["1", "archive"]), "sealList", { batchId: "s", atMs: 0, automatic: false });
    expect(apply(sealed, "dropHeld", "s")).toBeNull();
  });

  it("holds what was sealed after it, so that batches stay in their order", () => {
    const before = held(EMPTY_OUTBOX, "a", "acknowledged", "1");
    const later = apply(before, "sealWrites", KIND, [{ ...write, value: "resolved" }], {
      batchId: "b",
      atMs: 0,
    });
    expect(nextTask(later, () => false)).toMatchObject({ kind: "held", batch: { batchId: "a" } });
  });
});

const write = { id: "w", subject: "1", deviceId: "cam-1", value: "", base: "acknowledged", atMs: 0 };
