import { describe, expect, it } from "vitest";
import {
  EMPTY_OUTBOX,
  type OutboxRecord,
  type WriteBatch,
} from "../../../../src/domain/outbox/outbox-record.ts";
import {
  hasNewWork,
  knownKeys,
  newlyCompleted,
  type OutboxMoment,
  overlayOf,
  stateOf,
} from "../../../../src/domain/outbox/projection.ts";
import { forgetBulk, reportBulk, submitBatch } from "../../../../src/domain/outbox/queue.ts";
import { hasOfflineActions } from "../../../../src/domain/outbox/queue-task.ts";
import { sealList } from "../../../../src/domain/outbox/seal.ts";
import { recordAfter } from "../../../../src/domain/outbox/transitions.ts";
import { undo } from "../../../../src/domain/outbox/undo-redo.ts";
import { act, cancelAll } from "../../../../src/domain/outbox/unsaved-list.ts";
import { recordOf, stampAt, target } from "./outbox-fixtures.ts";

const MOMENT: OutboxMoment = {
  ready: true,
  storageError: false,
  onlyInPage: false,
  maySend: true,
  sendingId: null,
  completed: null,
};
const seal = (record: OutboxRecord, batchId: string, atMs = 0) =>
  sealList(record, { batchId, atMs, automatic: false });
const then = (record: OutboxRecord, insightId: string) =>
  act(record, [target(insightId)], "archive", stampAt()) ?? EMPTY_OUTBOX;
const hear = (record: OutboxRecord, bulkId: string, status: 1 | 2 | 3 | 4) =>
  reportBulk(record, { bulkId, status, message: `status ${status}`, outcomes: [] }, () => ({
    batchId: "again",
    waitMs: 5,
  }));
const accept = (record: OutboxRecord, batchId: string, bulkId: string) =>
  submitBatch(record, batchId, { bulkId, message: "waiting", status: 3 });
const EDIT: WriteBatch = {
  kind: "deviceEdit",
  batchId: "edit",
  position: 9,
  sealedAtMs: 0,
  automatic: true,
  blockedTimes: 0,
  bulk: null,
  actions: [{ id: "w", subject: "cam-1", deviceId: "cam-1", value: "new", base: "old", atMs: 0 }],
};
const withEdit = (record: OutboxRecord) => ({ ...record, batches: [...record.batches, EDIT] });

describe("what a screen sees of the outbox", () => {
  it("is the list, the batches in their phases, and how many actions the server has not confirmed", () => {
    const one = hear(accept(seal(recordOf(["1", "archive"], ["2", "archive"]), "a", 7), "a", "41"), "41", 2);
    const two = accept(seal(then(one, "3"), "b"), "b", "42");
    const three = seal(then(then(two, "4"), "5"), "c");
    const record = then(seal(then(three, "6"), "d"), "7");
    const state = stateOf(record, { ...MOMENT, sendingId: "c" });
    expect(state.batches).toEqual([
      { batchId: "a", position: 1, count: 2, phase: "confirming", bulkId: "41", status: 2, sealedAtMs: 7 },
      { batchId: "b", position: 2, count: 1, phase: "submitted", bulkId: "42", status: 3, sealedAtMs: 0 },
      { batchId: "c", position: 3, count: 2, phase: "sending", bulkId: null, status: null, sealedAtMs: 0 },
      { batchId: "d", position: 4, count: 1, phase: "sealed", bulkId: null, status: null, sealedAtMs: 0 },
    ]);
    expect(state.unsaved).toMatchObject([{ insightId: "7", insightStatus: "archive", base: "none" }]);
    expect(state.unsentCount).toBe(5);
    expect(state).toMatchObject({
      ready: true,
      storageError: false,
      maySend: true,
      returned: 0,
      refused: [],
    });
  });

  it("has something to undo or redo only where there is a step", () => {
    const can = (record: OutboxRecord) => {
      const { canUndo, canRedo } = stateOf(record, MOMENT);
      return [canUndo, canRedo];
    };
    const acted = recordOf(["1", "archive"]);
    expect([can(EMPTY_OUTBOX), can(acted)]).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(can(undo(acted, stampAt())?.record ?? acted)).toEqual([false, true]);
  });

  it("counts what a blocked bulk update gave back, and no other action", () => {
    const blocked = hear(accept(seal(recordOf(["1", "archive"], ["2", "archive"]), "a"), "a", "41"), "41", 4);
    expect(stateOf(then(blocked, "3"), MOMENT).returned).toBe(2);
    expect(stateOf(recordOf(["3", "archive"]), MOMENT).returned).toBe(0);
  });

  it("offers to send again only what came back and is still there, or waits after it (promise B4)", () => {
    const saved = accept(seal(recordOf(["1", "archive"], ["2", "archive"]), "a"), "a", "41");
    const blocked = hear(saved, "41", 4);
    const offered = (record: OutboxRecord) => stateOf(record, MOMENT).maySendAgain;
    expect([offered(saved), offered(blocked)]).toEqual([false, true]);
    const cancelled = cancelAll(blocked);
    expect(stateOf(cancelled, MOMENT).bulk?.status).toBe(4);
    expect(offered(cancelled)).toBe(false);
    expect(offered(then(cancelled, "3"))).toBe(false);

    const automatic = sealList(recordOf(["1", "archive"]), { batchId: "a", atMs: 0, automatic: true });
    const waits = hear(accept(automatic, "a", "41"), "41", 4);
    expect(stateOf(waits, MOMENT)).toMatchObject({ returned: 0, maySendAgain: true });
  });

  it("has the message of a blocked one again after a later one went through, while what came back is in the list [INS-42]", () => {
    const both = seal(then(accept(seal(recordOf(["1", "archive"]), "a"), "a", "41"), "2"), "b");
    const later = accept(hear(both, "41", 4), "b", "42");
    expect(stateOf(later, MOMENT).bulk).toMatchObject({ bulkId: "42", status: 3 });
    const through = hear(later, "42", 2);
    expect(stateOf(through, MOMENT)).toMatchObject({
      bulk: { bulkId: "41", status: 4 },
      maySendAgain: true,
      returned: 1,
    });
    expect(stateOf(accept(seal(through, "c"), "c", "43"), MOMENT).bulk).toMatchObject({ bulkId: "43" });
    const sent = hear(accept(seal(through, "c"), "c", "43"), "43", 2);
    expect(stateOf(sent, MOMENT).bulk).toBeNull();
  });

  it("has the message of the bulk update that runs, else of the one that was blocked, else of the one that completed", () => {
    const completed = { bulkId: "40", message: "Completed." };
    const shown = (record: OutboxRecord, moment: Partial<OutboxMoment> = {}) =>
      stateOf(record, { ...MOMENT, ...moment }).bulk;
    const waits = seal(recordOf(["1", "archive"]), "a");
    const runs = hear(accept(waits, "a", "41"), "41", 1);
    const blocked = hear(runs, "41", 4);
    expect(shown(EMPTY_OUTBOX)).toBeNull();
    expect(shown(waits)).toBeNull();
    expect(shown(runs, { completed })).toEqual({ bulkId: "41", message: "status 1", status: 1 });
    const later = accept(seal(then(runs, "2"), "b"), "b", "42");
    expect(shown(forgetBulk(later, "41"))).toEqual({ bulkId: "42", message: "waiting", status: 3 });
    expect(shown(blocked, { completed })).toEqual({ bulkId: "41", message: "status 4", status: 4 });
    expect(shown(EMPTY_OUTBOX, { completed })).toEqual({ ...completed, status: 2 });
    expect(shown(waits, { completed })).toEqual({ ...completed, status: 3 });
    expect(shown(hear(runs, "41", 2), { completed })).toEqual({ ...completed, status: 2 });
  });

  it("lays the list over the batches in their order, and no action of another kind", () => {
    const one = seal(recordOf(["1", "archive"], ["2", "archive"]), "a");
    const two = seal(act(one, [target("1")], "favorite", stampAt()) ?? one, "b");
    const record = withEdit(act(two, [target("2")], "acknowledge", stampAt()) ?? two);
    expect(overlayOf(record)).toEqual(
      new Map([
        ["1", "favorite"],
        ["2", "acknowledge"],
      ]),
    );
  });

  it("seals the list on reconnection only where an action of it was made offline", () => {
    const offline = act(EMPTY_OUTBOX, [target("1")], "archive", stampAt(0, true)) ?? EMPTY_OUTBOX;
    expect(
      [EMPTY_OUTBOX, recordOf(["1", "archive"]), then(offline, "2")].map(({ actions }) =>
        hasOfflineActions(actions.values()),
      ),
    ).toEqual([false, false, true]);
  });

  it("knows every key that is or was in the queue", () => {
    const record = { ...seal(recordOf(["1", "archive"]), "a"), settledKeys: ["old"] };
    expect(knownKeys(record)).toEqual(new Set(["old", "a"]));
  });
});

describe("that all is done", () => {
  const sealed = seal(recordOf(["1", "archive"]), "a");
  const runs = accept(sealed, "a", "41");
  const done = hear(runs, "41", 2);

  it("is said of the bulk update of statuses that was completed since", () => {
    expect(newlyCompleted(runs, done)).toEqual({ bulkId: "41", message: "status 2" });
    expect(newlyCompleted(done, done)).toBeNull();
    expect(newlyCompleted(sealed, done)).toBeNull();
    expect(newlyCompleted(runs, runs)).toBeNull();
    expect(newlyCompleted(runs, EMPTY_OUTBOX)).toBeNull();
  });

  it("is not said of an edit of another kind", () => {
    const before = accept(withEdit(EMPTY_OUTBOX), "edit", "50");
    expect(newlyCompleted(before, hear(before, "50", 2))).toBeNull();
  });

  it("would be wrong while there is work that was in no bulk update which has ended", () => {
    expect(hasNewWork(sealed, done)).toBe(false);
    expect(hasNewWork(EMPTY_OUTBOX, done)).toBe(false);
    expect(hasNewWork(EMPTY_OUTBOX, sealed)).toBe(true);
    expect(hasNewWork(sealed, runs)).toBe(false);
    expect(hasNewWork(done, then(done, "2"))).toBe(true);
    expect(hasNewWork(done, seal(then(done, "2"), "b"))).toBe(true);
  });
});

describe("the transitions", () => {
  it("lead to a record, alone or with an answer, or change nothing", () => {
    const next = recordOf(["1", "archive"]);
    expect(recordAfter(EMPTY_OUTBOX, next)).toBe(next);
    expect(recordAfter(EMPTY_OUTBOX, { record: next, taken: 1 })).toBe(next);
    expect(recordAfter(next, null)).toBe(next);
  });
});
