import { describe, expect, it } from "vitest";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import {
  addOutcomes,
  dismissMessage,
  forgetBulk,
  rekeyBatch,
  reportBulk,
  settleRound,
  submitBatch,
} from "../../../../src/domain/outbox/queue.ts";
import { nextTask } from "../../../../src/domain/outbox/queue-task.ts";
import { withFacts } from "../../../../src/domain/outbox/record-changes.ts";
import { dismissRefusals, retryRefusals } from "../../../../src/domain/outbox/refusals.ts";
import { sealList } from "../../../../src/domain/outbox/seal.ts";
import { act } from "../../../../src/domain/outbox/unsaved-list.ts";
import { batchesOf, recordOf, stampAt, target } from "./outbox-fixtures.ts";

const seal = (record: OutboxRecord, batchId: string, automatic = false) =>
  sealList(record, { batchId, atMs: 0, automatic });
const then = (record: OutboxRecord, insightId: string, status: "archive" | "favorite") =>
  act(record, [target(insightId)], status, stampAt()) ?? EMPTY_OUTBOX;
const accept = (record: OutboxRecord, batchId: string, bulkId: string) =>
  submitBatch(record, batchId, { bulkId, message: "waiting", status: 3 });
const neverBlocked = () => {
  throw new Error("asked when to retry");
};
const hear = (record: OutboxRecord, bulkId: string, status: 1 | 2 | 3, message = `status ${status}`) =>
  reportBulk(record, { bulkId, status, message, outcomes: [GONE] }, neverBlocked);
const GONE = { insightId: "1", deviceId: "cam-1", outcome: "gone", by: null, atMs: null } as const;
const sealed = seal(recordOf(["1", "archive"]), "a");
const waits = accept(sealed, "a", "41");

describe("a bulk update", () => {
  it("is known from its answer on, whose repetition takes nothing back", () => {
    expect(waits.batches[0]?.bulk).toEqual({
      bulkId: "41",
      message: "waiting",
      status: 3,
      outcomes: [],
      roundsSince: 0,
    });
    const done = hear(waits, "41", 2);
    expect(accept(done, "a", "41")).toEqual(done);
    expect(accept(done, "a", "42").batches[0]?.bulk).toMatchObject({ bulkId: "42", status: 3 });
  });

  it("ends the wait and the message of one that was blocked", () => {
    const held = withFacts(sealed, { blocked: { bulkId: "40", message: "" }, waitMs: 9 });
    expect(accept(held, "a", "41").facts).toMatchObject({ blocked: null, waitMs: null });
  });

  it("changes with its status or its message, and with nothing else", () => {
    const runs = hear(waits, "41", 1);
    expect(runs.batches[0]?.bulk).toMatchObject({ status: 1, message: "status 1", outcomes: [] });
    expect(hear(runs, "41", 1)).toBe(runs);
    expect(hear(runs, "41", 1, "still").batches[0]?.bulk).toMatchObject({ status: 1, message: "still" });
    expect(hear(runs, "41", 3, "status 1").batches[0]?.bulk?.status).toBe(3);
    expect(hear(runs, "41", 2).batches[0]?.bulk).toMatchObject({ status: 2, outcomes: [GONE] });
  });

  it("is not changed once it is completed, or where the outbox does not know it", () => {
    const done = hear(waits, "41", 2);
    expect(hear(done, "41", 1)).toBe(done);
    expect(hear(done, "99", 1)).toBe(done);
    expect(hear(sealed, "41", 1)).toBe(sealed);
    expect(forgetBulk(done, "99")).toBe(done);
  });

  it("that is blocked gives its batch a new key, so that an exported file does not bring it back", () => {
    const news = { bulkId: "41", status: 4 as const, message: "", outcomes: [] };
    const blocked = reportBulk(waits, news, () => ({ batchId: "again", waitMs: 5 }));
    expect(blocked.settledKeys).toEqual(["a"]);
  });

  it("that is blocked and was sealed by itself leaves no empty batch where all of it is superseded", () => {
    const automatic = accept(seal(recordOf(["1", "archive"]), "a", true), "a", "41");
    const news = { bulkId: "41", status: 4 as const, message: "", outcomes: [] };
    const blocked = reportBulk(then(automatic, "1", "favorite"), news, () => ({
      batchId: "again",
      waitMs: 5,
    }));
    expect(blocked.batches).toEqual([]);
    expect(blocked.actions.get("1")).toMatchObject({ insightStatus: "favorite", base: "none" });
  });
});

describe("the queue", () => {
  it("rests without a batch, and with none but those of kinds that this version cannot send", () => {
    expect(nextTask(EMPTY_OUTBOX, () => false)).toEqual({ kind: "rest" });
    expect(
      nextTask(
        sealed,
        () => false,
        () => false,
      ),
    ).toEqual({ kind: "rest" });
  });

  it("sends at the very moment at which a wait ends", () => {
    const held = withFacts(sealed, { waitMs: 50 });
    expect(nextTask(held, () => false)).toMatchObject({ kind: "blocked", waitMs: 50 });
    expect(nextTask(held, () => true)).toMatchObject({ kind: "send" });
    expect(nextTask(sealed, () => true)).toMatchObject({ kind: "send" });
  });

  it("sends a batch under a new key where the server knows the old one for another body", () => {
    const record = seal(then(sealed, "2", "archive"), "b");
    const rekeyed = rekeyBatch(record, "a", "c");
    expect(rekeyed.batches.map(({ batchId }) => batchId)).toEqual(["c", "b"]);
    expect(rekeyed.settledKeys).toEqual(["a"]);
  });

  it("notes how much was sealed on reconnection until its last batch is cleared", () => {
    const noted = withFacts(hear(waits, "41", 2), { autoSentCount: 1 });
    expect(settleRound(noted, new Set(["41"]), 1).facts.autoSentCount).toBe(0);
    const more = seal(then(noted, "2", "archive"), "b");
    expect(settleRound(withFacts(more, { autoSentCount: 1 }), new Set(["41"]), 1).facts.autoSentCount).toBe(
      1,
    );
  });

  it("forgets its message and that note when a person has seen them", () => {
    const told = withFacts(sealed, { blocked: { bulkId: "40", message: "" }, autoSentCount: 3 });
    expect(dismissMessage(told).facts).toMatchObject({ blocked: null, autoSentCount: 0 });
    expect(dismissMessage(sealed)).toBe(sealed);
  });
});

describe("a server that tells no outcomes", () => {
  const done = reportBulk(
    accept(seal(recordOf(["1", "archive"], ["2", "archive"], ["3", "archive"]), "a"), "a", "41"),
    { bulkId: "41", status: 2, message: "", outcomes: [] },
    neverBlocked,
  );
  const seen = new Map([
    ["1", "archive" as const],
    ["2", "favorite" as const],
  ]);
  const outcomesIn = (record: OutboxRecord, place = 0) => record.batches[place]?.bulk?.outcomes;

  it("is judged by the copy that was read since: gone where an insight is missing, else superseded", () => {
    expect(outcomesIn(addOutcomes(done, new Set(["41"]), seen))).toEqual([
      { insightId: "2", deviceId: "cam-1", outcome: "superseded", by: null, atMs: null },
      { insightId: "3", deviceId: "cam-1", outcome: "gone", by: null, atMs: null },
    ]);
  });

  it("is not judged where a later batch changes the insight too", () => {
    const later = seal(then(then(done, "2", "favorite"), "3", "favorite"), "b");
    expect(outcomesIn(addOutcomes(later, new Set(["41"]), seen))).toEqual([]);
    const earlier = { ...later, batches: later.batches.toReversed() };
    expect(outcomesIn(addOutcomes(earlier, new Set(["41"]), seen), 1)).toHaveLength(2);
  });

  it("is not judged about other bulk updates, those that run, or that told outcomes after all", () => {
    expect(addOutcomes(done, new Set(["40"]), seen)).toEqual(done);
    expect(addOutcomes(waits, new Set(["41"]), new Map())).toEqual(waits);
    const told = hear(waits, "41", 2);
    expect(outcomesIn(addOutcomes(told, new Set(["41"]), seen))).toEqual([GONE]);
    expect(outcomesIn(addOutcomes(told, new Set(["41"]), new Map([["1", "favorite" as const]])))).toEqual([
      GONE,
    ]);
  });

  it("leaves a batch as it was where each insight has its status", () => {
    const one = reportBulk(waits, { bulkId: "41", status: 2, message: "", outcomes: [] }, neverBlocked);
    expect(addOutcomes(one, new Set(["41"]), seen).batches[0]).toBe(one.batches[0]);
  });
});

describe("refused statuses", () => {
  const refusal = (id: string, insightId = id) => ({
    ...GONE,
    outcome: "forbidden" as const,
    id,
    insightId,
    insightStatus: "archive" as const,
  });
  const record = withFacts({ ...EMPTY_OUTBOX, refused: [refusal("a"), refusal("b")] }, { autoSentCount: 4 });

  it("are put away by a person, and stay as they are where none is meant", () => {
    expect(dismissRefusals(record, new Set(["a"])).refused.map(({ id }) => id)).toEqual(["b"]);
    expect(dismissRefusals(record, new Set(["z"]))).toBe(record);
  });

  it("are not retried where the insight has the status already, or is not on this device", () => {
    const retry = (serverStatusOf?: () => "archive" | "none" | undefined) =>
      retryRefusals(record, new Set(["a"]), { ...stampAt(), ...(serverStatusOf && { serverStatusOf }) });
    expect(retry(() => "archive")).toBe(record);
    expect(retry(() => undefined)).toBe(record);
    expect(retry()).toBe(record);
    expect(retry(() => "none")).toMatchObject({ refused: [{ id: "b" }], facts: { autoSentCount: 0 } });
  });

  it("make way for a later outcome of the same insight, and for no other", () => {
    const next = accept(seal(then(record, "a", "favorite"), "k"), "k", "41");
    const said = (insightId: string) =>
      reportBulk(
        next,
        { bulkId: "41", status: 2, message: "", outcomes: [{ ...GONE, insightId }] },
        neverBlocked,
      );
    const ids = (after: OutboxRecord) => settleRound(after, new Set(["41"]), 1).refused.map(({ id }) => id);
    expect(ids(said("a"))).toEqual(["b", "41:a"]);
    expect(ids(said("elsewhere"))).toEqual(["b"]);
  });

  it("stay the same list where a batch of other insights was taken", () => {
    const next = accept(seal(then(record, "c", "favorite"), "k"), "k", "41");
    const done = reportBulk(next, { bulkId: "41", status: 2, message: "", outcomes: [] }, neverBlocked);
    const settled = settleRound(done, new Set(["41"]), 1);
    expect(settled.refused).toBe(record.refused);
    expect(batchesOf(settled)).toEqual([]);
  });
});
