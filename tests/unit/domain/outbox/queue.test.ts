import { describe, expect, it } from "vitest";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import {
  forgetBulk,
  forgetBulks,
  reportBulk,
  settleRound,
  submitBatch,
} from "../../../../src/domain/outbox/queue.ts";
import { lastCompletedKey, nextTask } from "../../../../src/domain/outbox/queue-task.ts";
import { dismissRefusals, retryRefusals } from "../../../../src/domain/outbox/refusals.ts";
import { sealList } from "../../../../src/domain/outbox/seal.ts";
import { sealWrites } from "../../../../src/domain/outbox/seal-writes.ts";
import { undo } from "../../../../src/domain/outbox/undo-redo.ts";
import { act } from "../../../../src/domain/outbox/unsaved-list.ts";
import { batchesOf, listOf, recordOf, stampAt, target } from "./outbox-fixtures.ts";

const seal = (record: OutboxRecord, batchId: string, automatic = false) =>
  sealList(record, { batchId, atMs: 0, automatic });
const accept = (record: OutboxRecord, batchId: string, bulkId: string) =>
  submitBatch(record, batchId, { bulkId, message: "waiting", status: 3 });
const RETRY = () => ({ batchId: "again", waitMs: 5_000 });
const hear = (record: OutboxRecord, bulkId: string, status: 1 | 2 | 3 | 4, outcomes: never[] = []) =>
  reportBulk(record, { bulkId, status, message: `status ${status}`, outcomes }, RETRY);
const then = (record: OutboxRecord, insightId: string, status: "archive" | "favorite" | "none") => {
  const next = act(record, [target(insightId)], status, stampAt());
  if (next === null) throw new Error("refused");
  return next;
};

describe("sealed batches", () => {
  it("seals the oldest 1000 and leaves the rest in the list", () => {
    const targets = Array.from({ length: 1000 }, (_, index) => target(`old-${index}`));
    const blocked = accept(
      seal(act(EMPTY_OUTBOX, targets, "archive", stampAt()) ?? EMPTY_OUTBOX, "a"),
      "a",
      "1",
    );
    const newer = then(then(blocked, "new-1", "archive"), "new-2", "archive");
    const over = hear(newer, "1", 4);
    expect(over.actions.size).toBe(1002);
    expect(act(over, [target("new-3")], "archive", stampAt())).toBeNull();
    const sealed = seal(over, "b");
    expect(listOf(sealed)).toEqual({ "new-1": "archive", "new-2": "archive" });
    expect(Object.keys(batchesOf(sealed)[0] ?? {}).every((insightId) => insightId.startsWith("old-"))).toBe(
      true,
    );
  });

  it("sends one after the other, first in first out", () => {
    const both = seal(then(seal(recordOf(["1", "archive"]), "a"), "2", "archive"), "b");
    expect(nextTask(both, () => false)).toMatchObject({ kind: "send", batch: { batchId: "a" } });
    const sent = accept(both, "a", "41");
    expect(nextTask(sent, () => false)).toMatchObject({ kind: "poll", bulk: { bulkId: "41" } });
    expect(nextTask(hear(sent, "41", 2), () => false)).toMatchObject({
      kind: "send",
      batch: { batchId: "b" },
    });
  });

  it("names the newest call that is done: the key of its batch, or that of the last call that was carried out for it", () => {
    const edit = { subject: "cam", deviceId: "cam", value: { name: "New" }, base: { name: "Old" }, atMs: 0 };
    const first = seal(recordOf(["1", "archive"]), "a");
    const both = sealWrites(first, "edit", [{ ...edit, id: "w" }], { batchId: "b", atMs: 0, held: false });
    expect(lastCompletedKey(both)).toBeNull();
    const waiting = accept(both, "a", "41");
    expect(lastCompletedKey(waiting)).toBeNull();
    const done = hear(waiting, "41", 2);
    expect(lastCompletedKey(done)).toBe("a");
    const refused = { bulkId: "edit:b", message: "", status: 2 } as const;
    expect(lastCompletedKey(submitBatch(done, "b", refused))).toBe("a");
    const edited = submitBatch(done, "b", { ...refused, lastKey: "b.0.display" });
    expect(lastCompletedKey(edited)).toBe("b.0.display");
    expect(lastCompletedKey(forgetBulks(edited))).toBeNull();
  });

  it("keeps the running bulk update with its id, message and status [INS-34, INS-43]", () => {
    const running = hear(accept(seal(recordOf(["1", "archive"]), "a"), "a", "41"), "41", 1);
    expect(running.batches[0]?.bulk).toMatchObject({ bulkId: "41", message: "status 1", status: 1 });
  });

  it("clears a batch only after the second round that counts for it [INS-38]", () => {
    const done = hear(accept(seal(recordOf(["1", "archive"]), "a"), "a", "41"), "41", 2);
    const unrelated = settleRound(done, new Set(), 2);
    expect(unrelated).toBe(done);
    const once = settleRound(done, new Set(["41"]), 2);
    expect(batchesOf(once)).toEqual([{ 1: "archive" }]);
    const twice = settleRound(once, new Set(["41"]), 2);
    expect(batchesOf(twice)).toEqual([]);
  });

  it("lists what was gone, forbidden or overrode somebody, and can put it away", () => {
    const record = accept(
      seal(recordOf(["1", "archive"], ["2", "archive"], ["3", "archive"]), "a"),
      "a",
      "41",
    );
    const outcome = (insightId: string, what: "gone" | "noop" | "overrode") => ({
      insightId,
      deviceId: "cam-1",
      outcome: what,
      by: what === "overrode" ? "ada" : null,
      atMs: what === "overrode" ? 9 : null,
    });
    const outcomes = [outcome("1", "gone"), outcome("2", "noop"), outcome("3", "overrode")];
    const done = reportBulk(record, { bulkId: "41", status: 2, message: "", outcomes }, RETRY);
    const settled = settleRound(done, new Set(["41"]), 1);
    expect(settled.refused).toEqual([
      {
        id: "41:1",
        insightId: "1",
        deviceId: "cam-1",
        insightStatus: "archive",
        outcome: "gone",
        by: null,
        atMs: null,
      },
      {
        id: "41:3",
        insightId: "3",
        deviceId: "cam-1",
        insightStatus: "archive",
        outcome: "overrode",
        by: "ada",
        atMs: 9,
      },
    ]);
    expect(dismissRefusals(settled, new Set(["41:1"])).refused.map(({ id }) => id)).toEqual(["41:3"]);
  });

  it("lists what somebody else's newer status superseded, and forgets what was said before of an insight whose next batch was taken", () => {
    const said = (record: OutboxRecord, bulkId: string, outcome: "forbidden" | "superseded") =>
      reportBulk(
        record,
        {
          bulkId,
          status: 2,
          message: "",
          outcomes: [{ insightId: "1", deviceId: "cam-1", outcome, by: null, atMs: null }],
        },
        RETRY,
      );
    const settled = (record: OutboxRecord, bulkId: string) => settleRound(record, new Set([bulkId]), 1);
    const sent = (batchId: string, record: OutboxRecord) => accept(seal(record, batchId), batchId, batchId);
    const first = settled(said(sent("a", recordOf(["1", "archive"])), "a", "forbidden"), "a");
    expect(first.refused.map(({ outcome }) => outcome)).toEqual(["forbidden"]);
    const second = settled(said(sent("b", then(first, "1", "favorite")), "b", "superseded"), "b");
    expect(second.refused.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(["b:1 superseded"]);
    const third = settled(hear(sent("c", then(second, "1", "archive")), "c", 2), "c");
    expect(third.refused).toEqual([]);
    expect(third.settledKeys).toEqual(["a", "b", "c"]);
  });

  it("wants refused actions once more as one step over what is shown now, and leaves those that are not here", () => {
    const refusal = (insightId: string) => ({
      id: `41:${insightId}`,
      insightId,
      deviceId: "cam-1",
      outcome: "forbidden" as const,
      by: null,
      atMs: null,
      insightStatus: "archive" as const,
    });
    const record = { ...EMPTY_OUTBOX, refused: ["1", "2", "3"].map(refusal) };
    const seen = new Map([
      ["1", "favorite" as const],
      ["3", "none" as const],
    ]);
    const ids = new Set(["41:1", "41:2"]);
    const retried = retryRefusals(record, ids, { ...stampAt(), serverStatusOf: (id) => seen.get(id) });
    expect(retried?.actions.get("1")).toMatchObject({ insightStatus: "archive", base: "favorite" });
    expect(retried?.actions.size).toBe(1);
    expect(retried?.refused.map(({ id }) => id)).toEqual(["41:2", "41:3"]);
    expect(listOf(undo(retried ?? EMPTY_OUTBOX, stampAt())?.record ?? EMPTY_OUTBOX)).toEqual({});
  });

  it("sends a batch again under its key when the server has forgotten its bulk update", () => {
    const forgotten = forgetBulk(accept(seal(recordOf(["1", "archive"]), "a"), "a", "41"), "41");
    expect(nextTask(forgotten, () => false)).toMatchObject({ kind: "send", batch: { batchId: "a" } });
  });

  describe("when a bulk update ends blocked", () => {
    it("restores what a person saved to the list, to wait for that person [INS-42]", () => {
      const blocked = hear(
        accept(seal(recordOf(["1", "archive"], ["2", "favorite"]), "a"), "a", "41"),
        "41",
        4,
      );
      expect(listOf(blocked)).toEqual({ 1: "archive", 2: "favorite" });
      expect(blocked.batches).toEqual([]);
      expect([...blocked.actions.values()].every((action) => action.returned)).toBe(true);
      expect(blocked.facts.blocked).toEqual({ bulkId: "41", message: "status 4" });
    });

    it("drops what a later batch or the list supersedes [INS-42]", () => {
      const first = accept(
        seal(recordOf(["1", "archive"], ["2", "archive"], ["3", "archive"]), "a"),
        "a",
        "41",
      );
      const second = seal(then(first, "2", "favorite"), "b");
      const third = then(second, "3", "favorite");
      const blocked = hear(third, "41", 4);
      expect(listOf(blocked)).toEqual({ 1: "archive", 3: "favorite" });
      expect(batchesOf(blocked)).toEqual([{ 2: "favorite" }]);
    });

    it("restores what only an earlier batch names, which is done and waits for the mirror [INS-42, OFF-18]", () => {
      const first = hear(accept(seal(recordOf(["1", "archive"]), "a"), "a", "1"), "1", 2);
      const undone = undo(first, stampAt())?.record ?? EMPTY_OUTBOX;
      const second = hear(accept(seal(undone, "b"), "b", "2"), "2", 4);
      expect(batchesOf(second)).toEqual([{ 1: "archive" }]);
      expect(listOf(second)).toEqual({ 1: "none" });
      expect(second.actions.get("1")).toMatchObject({ base: "archive", returned: true });
      const again = then(accept(seal(undone, "b"), "b", "2"), "1", "favorite");
      expect(hear(again, "2", 4).actions.get("1")).toMatchObject({
        insightStatus: "favorite",
        base: "archive",
      });
    });

    it("lays a later batch over what was beneath it, so that an undo that unseals it still sends the old status [OFF-14]", () => {
      const first = seal(recordOf(["1", "archive"], ["2", "archive"]), "a", true);
      const both = seal(then(first, "1", "favorite"), "b");
      const over = hear(accept(both, "a", "1"), "1", 4);
      expect(batchesOf(over)).toEqual([{ 2: "archive" }, { 1: "favorite" }]);
      expect(over.batches[1]?.actions[0]?.base).toBe("none");
      const undone = undo(over, stampAt())?.record ?? EMPTY_OUTBOX;
      expect(listOf(undone)).toEqual({ 1: "archive" });
    });

    it("drops what is no action any more once an earlier batch was blocked, too", () => {
      const first = accept(seal(recordOf(["1", "archive"]), "a"), "a", "1");
      const over = hear(seal(undo(first, stampAt())?.record ?? EMPTY_OUTBOX, "b"), "1", 4);
      expect(batchesOf(over)).toEqual([{ 1: "none" }]);
      const both = hear(accept(over, "b", "2"), "2", 4);
      expect([both.actions.size, both.batches.length]).toEqual([0, 0]);
    });

    it("lays the list over what was beneath the blocked batch, so that an undone action is no action", () => {
      const sealed = accept(seal(recordOf(["1", "archive"]), "a"), "a", "41");
      const undone = undo(sealed, stampAt())?.record ?? EMPTY_OUTBOX;
      const blocked = hear(undone, "41", 4);
      expect(listOf(blocked)).toEqual({});
      expect(blocked.batches).toEqual([]);
    });

    it("seals what was sent by itself anew, under another key and after a pause [OFF-18]", () => {
      const blocked = hear(accept(seal(recordOf(["1", "archive"]), "a", true), "a", "41"), "41", 4);
      expect(listOf(blocked)).toEqual({});
      expect(blocked.batches).toMatchObject([{ batchId: "again", blockedTimes: 1, bulk: null }]);
      expect(nextTask(blocked, () => false)).toMatchObject({ kind: "blocked", waitMs: 5_000 });
      expect(nextTask(blocked, () => true)).toMatchObject({ kind: "send", batch: { batchId: "again" } });
    });

    it("gives the restored actions their old places before newer ones", () => {
      const sealed = accept(seal(recordOf(["1", "archive"], ["2", "archive"]), "a"), "a", "41");
      const blocked = hear(then(sealed, "3", "archive"), "41", 4);
      expect([...blocked.actions.keys()]).toEqual(["1", "2", "3"]);
    });
  });
});
