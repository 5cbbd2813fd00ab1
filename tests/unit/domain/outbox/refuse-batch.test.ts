import { describe, expect, it } from "vitest";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import { submitBatch } from "../../../../src/domain/outbox/queue.ts";
import { refuseBatch } from "../../../../src/domain/outbox/refuse-batch.ts";
import { sealList } from "../../../../src/domain/outbox/seal.ts";
import { undo } from "../../../../src/domain/outbox/undo-redo.ts";
import { act } from "../../../../src/domain/outbox/unsaved-list.ts";
import { batchesOf, listOf, recordOf, stampAt, target } from "./outbox-fixtures.ts";

const seal = (record: OutboxRecord, batchId: string) =>
  sealList(record, { batchId, atMs: 0, automatic: true });
const then = (record: OutboxRecord, insightId: string, status: "archive" | "favorite") =>
  act(record, [target(insightId)], status, stampAt()) ?? EMPTY_OUTBOX;
const refusedIn = ({ refused }: OutboxRecord) =>
  refused.map(({ insightId, outcome }) => `${insightId} ${outcome}`);

describe("a batch of statuses that the server refuses for good", () => {
  it("leaves the queue, with its actions listed and the reason that was given", () => {
    const record = seal(recordOf(["1", "archive"], ["2", "favorite"]), "a");
    const after = refuseBatch(record, "a", { outcome: "notAllowed", said: "Not yours.", saidOf: "insights" });
    expect(after.batches).toEqual([]);
    expect(after.refused).toEqual([
      {
        id: "a:1",
        insightId: "1",
        deviceId: "cam-1",
        insightStatus: "archive",
        outcome: "notAllowed",
        by: null,
        atMs: null,
        said: "Not yours.",
        saidOf: "insights",
      },
      expect.objectContaining({ id: "a:2", insightStatus: "favorite" }),
    ]);
    expect(after.settledKeys).toEqual(["a"]);
  });

  it("is not one that is unknown, or that the server took meanwhile", () => {
    const record = seal(recordOf(["1", "archive"]), "a");
    expect(refuseBatch(record, "b", { outcome: "notAllowed" })).toBe(record);
    const taken = submitBatch(record, "a", { bulkId: "9", message: "", status: 1 });
    expect(refuseBatch(taken, "a", { outcome: "notAllowed" })).toBe(taken);
  });

  it("lists nothing that a later batch or the list supersedes, and moves those to its base", () => {
    const first = seal(recordOf(["1", "archive"], ["2", "archive"], ["3", "archive"]), "a");
    const second = seal(then(first, "2", "favorite"), "b");
    const record = then(second, "3", "favorite");
    const after = refuseBatch(record, "a", { outcome: "notAccepted" });
    expect(refusedIn(after)).toEqual(["1 notAccepted"]);
    expect(batchesOf(after)).toEqual([{ 2: "favorite" }]);
    expect(after.batches[0]?.actions[0]).toMatchObject({ base: "none" });
    expect(listOf(after)).toEqual({ 3: "favorite" });
    expect(after.actions.get("3")?.base).toBe("none");
  });

  it("takes along the inverse that waits in the list", () => {
    const undone = undo(seal(recordOf(["1", "archive"]), "a"), stampAt())?.record ?? EMPTY_OUTBOX;
    expect(listOf(undone)).toEqual({ 1: "none" });
    const after = refuseBatch(undone, "a", { outcome: "notAllowed" });
    expect([listOf(after), refusedIn(after)]).toEqual([{}, []]);
  });

  it("lists no action that is none any more since an earlier batch was refused", () => {
    const first = seal(recordOf(["1", "archive"]), "a");
    const second = seal(undo(first, stampAt())?.record ?? EMPTY_OUTBOX, "b");
    const one = refuseBatch(second, "a", { outcome: "notAllowed" });
    expect(refusedIn(refuseBatch(one, "b", { outcome: "notAllowed" }))).toEqual([]);
  });

  it("does not regard earlier batches, which may be done and wait for the mirror", () => {
    const done = submitBatch(seal(recordOf(["1", "archive"]), "a"), "a", {
      bulkId: "9",
      message: "",
      status: 2,
    });
    const record = seal(then(done, "1", "favorite"), "b");
    const after = refuseBatch(record, "b", { outcome: "notAllowed" });
    expect(refusedIn(after)).toEqual(["1 notAllowed"]);
    expect(batchesOf(after)).toEqual([{ 1: "archive" }]);
  });

  it("ends the note of what was sealed on reconnection once no batch is left", () => {
    const noted = (record: OutboxRecord) => ({ ...record, facts: { ...record.facts, autoSentCount: 2 } });
    const one = noted(seal(recordOf(["1", "archive"]), "a"));
    expect(refuseBatch(one, "a", { outcome: "notAllowed" }).facts.autoSentCount).toBe(0);
    const two = noted(seal(then(one, "2", "archive"), "b"));
    expect(refuseBatch(two, "a", { outcome: "notAllowed" }).facts.autoSentCount).toBe(2);
  });
});
