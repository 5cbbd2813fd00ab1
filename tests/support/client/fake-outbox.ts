import { ALERT_STATUS } from "../../../src/domain/alert/alert-step.ts";
import { BULK_UPDATE_CAP } from "../../../src/domain/bulk-update.ts";
import type { DeviceFields } from "../../../src/domain/device/device-fields.ts";
import type { InsightStatus } from "../../../src/domain/insight/insight.ts";
import type { OutboxState, UnsavedAction } from "../../../src/domain/outbox/projection.ts";
import type { InsightRow } from "../../../src/query/insight-engine.ts";
import type { ActionTarget, OverflowPolicy, ReviewOutbox } from "../../../src/sync/outbox/review-outbox.ts";
import { createStepsBeforeSave } from "../../../src/sync/outbox/steps-before-save.ts";
import type { Signal } from "./signal.ts";

interface FakeOutboxWorld {
  rows: readonly InsightRow[];
  restricted?: boolean;
  outbox?: Partial<OutboxState>;
  deviceEdits?: ReadonlyMap<string, Partial<DeviceFields>>;
}

/** @param calls gets what reaches the network or the person's messages */
export function createFakeOutbox(world: FakeOutboxWorld, calls: string[], changed: Signal) {
  const done: (readonly UnsavedAction[])[] = [];
  const undone: (readonly UnsavedAction[])[] = [];
  let entries = 0;
  let state: OutboxState = {
    ready: true,
    unsaved: [],
    canUndo: false,
    canRedo: false,
    batches: [],
    bulk: null,
    returned: 0,
    maySendAgain: false,
    refused: [],
    autoSentCount: 0,
    unsentCount: 0,
    storageError: false,
    onlyInPage: false,
    maySend: true,
    ...world.outbox,
  };
  const { beforeSave, settled } = createStepsBeforeSave();
  const set = (change: Partial<OutboxState>) => {
    state = { ...state, canUndo: done.length > 0, canRedo: undone.length > 0, ...change };
    const sealed = state.batches.reduce((sum, { count }) => sum + count, 0);
    state = { ...state, unsentCount: state.unsaved.length + sealed };
    changed.emit();
  };
  const step = (unsaved: readonly UnsavedAction[]) => {
    done.push(state.unsaved);
    undone.length = 0;
    set({ unsaved });
  };
  const back = (from: (readonly UnsavedAction[])[], to: (readonly UnsavedAction[])[]) => {
    const unsaved = from.pop();
    if (unsaved === undefined) return [];
    const before = state.unsaved;
    to.push(before);
    set({ unsaved });
    return differing(before, unsaved);
  };
  const unchanged = (targets: readonly ActionTarget[]) => {
    const listed = new Map(state.unsaved.map((action) => [action.insightId, action.insightStatus]));
    return targets.filter(({ insightId, base }) => (listed.get(insightId) ?? base) === base);
  };
  /** Steps of alerts, oldest first. */
  let alertSteps: { heldId: string; subject: string; value: string }[] = [];
  const outbox: ReviewOutbox & { set: typeof set } = {
    set,
    getState: () => state,
    subscribe: changed.subscribe,
    async act(targets: readonly ActionTarget[], insightStatus: InsightStatus, agreed?: OverflowPolicy) {
      if (world.restricted) return "forbidden";
      const ids = new Set(targets.map(({ insightId }) => insightId));
      const others = state.unsaved.filter(({ insightId }) => !ids.has(insightId));
      if (others.length + ids.size > BULK_UPDATE_CAP) {
        if (!agreed) return "capped";
        for (let start = 0; start < targets.length; start += BULK_UPDATE_CAP) {
          await outbox.save();
          await outbox.act(targets.slice(start, start + BULK_UPDATE_CAP), insightStatus);
        }
        if (targets.length > BULK_UPDATE_CAP) await outbox.save();
        return "taken";
      }
      const added = actionsThatChange(world.rows, targets, insightStatus, entries);
      entries += added.length;
      step([...others, ...added]);
      return "taken";
    },
    async actPastCap(targets, insightStatus) {
      const left = unchanged(targets);
      return (await outbox.act(left, insightStatus, "sealFullLists")) === "taken" ? left.length : 0;
    },
    countUnchanged: async (targets) => unchanged(targets).length,
    beforeSave,
    undo: () => beforeSave(settled().then(() => ({ insightIds: back(done, undone), left: 0, inverse: 0 }))),
    redo: () => beforeSave(settled().then(() => ({ insightIds: back(undone, done), left: 0, inverse: 0 }))),
    cancelAll: async () => step([]),
    async save() {
      await settled();
      const count = state.unsaved.length;
      calls.push(`save ${count}`);
      if (count === 0) return 0;
      const batch = {
        batchId: `b${state.batches.length}`,
        position: state.batches.length + 1,
        count,
        phase: "sealed" as const,
        bulkId: null,
        status: null,
        sealedAtMs: 0,
      };
      set({ unsaved: [], batches: [...state.batches, batch] });
      return count;
    },
    refreshBulk: async () => void calls.push("refreshBulk"),
    async dismissBulkMessage() {
      calls.push("dismissBulkMessage");
      set({ bulk: null });
    },
    resend: async () => void calls.push("resend"),
    async dismissOutcomes(ids) {
      calls.push(`dismiss ${ids.join(" ")}`);
      set({ refused: state.refused.filter(({ id }) => !ids.includes(id)) });
    },
    async retryOutcomes(ids, agreed) {
      if (!agreed && state.unsaved.length + ids.length > BULK_UPDATE_CAP) return "capped";
      calls.push(`retry ${ids.join(" ")}${agreed ? " past the cap" : ""}`);
      set({ refused: state.refused.filter(({ id }) => !ids.includes(id)) });
      return "taken";
    },
    enqueue: async () => "taken",
    async enqueueHeld(_, writes) {
      if (world.restricted) return null;
      const heldId = `h${++entries}`;
      for (const { subject, value } of writes) {
        alertSteps.push({ heldId, subject, value: String(value) });
        calls.push(`${value} ${subject}`);
      }
      changed.emit();
      return heldId;
    },
    async discardUnsent() {
      set({ unsaved: [], batches: [] });
      calls.push("discard");
    },
    async takeBack(heldId) {
      const left = alertSteps.filter((step) => step.heldId !== heldId);
      if (left.length === alertSteps.length) return false;
      alertSteps = left;
      calls.push("take back");
      changed.emit();
      return true;
    },
    waitingWrites: (kind) =>
      kind === ALERT_STATUS
        ? new Map(alertSteps.map(({ subject, value }) => [subject, value]))
        : (world.deviceEdits ?? new Map()),
  };
  return outbox;
}

/**
 * The actions on the targets that do not have the status at the server.
 *
 * @param entries actions that there were before
 */
function actionsThatChange(
  rows: readonly InsightRow[],
  targets: readonly ActionTarget[],
  insightStatus: InsightStatus,
  entries: number,
): UnsavedAction[] {
  const beneath = (target: ActionTarget) =>
    rows.find(({ insightId }) => insightId === target.insightId)?.serverStatus ?? target.base;
  return targets
    .filter((target) => beneath(target) !== insightStatus)
    .map(({ insightId, deviceId, base }, at) => {
      const number = entries + at + 1;
      return {
        id: `a${number}`,
        insightId,
        deviceId,
        insightStatus,
        base,
        atMs: number,
        offline: false,
      };
    });
}

function differing(before: readonly UnsavedAction[], after: readonly UnsavedAction[]): string[] {
  const statusIn = (list: readonly UnsavedAction[], id: string) =>
    list.find(({ insightId }) => insightId === id)?.insightStatus;
  const ids = new Set([...before, ...after].map(({ insightId }) => insightId));
  return [...ids].filter((id) => statusIn(before, id) !== statusIn(after, id));
}
