import { describe, expect, it } from "vitest";
import { importBatches } from "../../../../src/domain/outbox/import-batches.ts";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import { submitBatch } from "../../../../src/domain/outbox/queue.ts";
import { sealList } from "../../../../src/domain/outbox/seal.ts";
import { act } from "../../../../src/domain/outbox/unsaved-list.ts";
import { listOf, recordOf, stampAt, target } from "./outbox-fixtures.ts";

const seal = (record: OutboxRecord, batchId: string) =>
  sealList(record, { batchId, atMs: 0, automatic: false });
const then = (record: OutboxRecord, insightId: string, status: "archive" | "favorite" = "archive") =>
  act(record, [target(insightId)], status, stampAt()) ?? EMPTY_OUTBOX;
const placesOf = ({ batches }: OutboxRecord) =>
  batches.map(({ batchId, position }) => `${position} ${batchId}`);

/** Batches of another phone, each of one insight. */
const file = (...keys: string[]) =>
  keys.flatMap((key) => seal(recordOf([`from ${key}`, "archive"]), key).batches);

describe("the batches of a file", () => {
  it("are placed before what was not submitted yet, in the order of the file", () => {
    const sent = submitBatch(seal(recordOf(["1", "archive"]), "a"), "a", {
      bulkId: "9",
      message: "",
      status: 1,
    });
    const record = seal(then(sent, "2"), "b");
    const { record: after, taken } = importBatches(record, file("x", "y"));
    expect(placesOf(after)).toEqual(["1 a", "2 x", "3 y", "4 b"]);
    expect(taken).toBe(2);
  });

  it("come last where all others were submitted, and first into an empty queue", () => {
    const sent = submitBatch(seal(recordOf(["1", "archive"]), "a"), "a", {
      bulkId: "9",
      message: "",
      status: 1,
    });
    expect(placesOf(importBatches(sent, file("x")).record)).toEqual(["1 a", "2 x"]);
    expect(placesOf(importBatches(EMPTY_OUTBOX, file("x", "y")).record)).toEqual(["1 x", "2 y"]);
  });

  it("keep the numbers by which a person knows the queue", () => {
    const record = seal(seal(recordOf(["1", "archive"]), "a"), "unused");
    const later = { ...record, batches: record.batches.map((batch) => ({ ...batch, position: 7 })) };
    const { record: after } = importBatches(later, file("x"));
    expect(placesOf(after)).toEqual(["7 x", "8 a"]);
  });

  it("are taken once, whether they wait, have left the queue or stand in the file twice", () => {
    const known = { ...seal(recordOf(["1", "archive"]), "a"), settledKeys: ["old"] };
    const again = importBatches(known, [...known.batches, ...file("old")]);
    expect(again).toEqual({ record: known, taken: 0 });
    expect(again.record).toBe(known);
    const twice = importBatches(EMPTY_OUTBOX, file("x", "x"));
    expect([placesOf(twice.record), twice.taken]).toEqual([["1 x"], 1]);
  });

  it("stay behind those of the same file that an earlier import brought", () => {
    const first = importBatches(EMPTY_OUTBOX, file("x", "y")).record;
    const own = seal(then(first, "1"), "own");
    const { record } = importBatches(own, file("x", "y", "z"));
    expect(placesOf(record)).toEqual(["1 x", "2 y", "3 z", "4 own"]);
    const one = importBatches(EMPTY_OUTBOX, file("x")).record;
    const both = importBatches(one, file("x", "y")).record;
    expect(placesOf(both)).toEqual(["1 x", "2 y"]);
    expect(both.batches[0]).toBe(one.batches[0]);
  });

  it("lie beneath the list, whose actions move to their statuses as base", () => {
    const list = then(then(then(EMPTY_OUTBOX, "1", "favorite"), "2"), "3");
    const imported = seal(recordOf(["1", "archive"], ["2", "archive"]), "x").batches;
    const { record } = importBatches(list, imported);
    expect(listOf(record)).toEqual({ 1: "favorite", 3: "archive" });
    expect(record.actions.get("1")?.base).toBe("archive");
    expect(record.actions.get("3")).toBe(list.actions.get("3"));
  });
});
