import type { Clock, Ids } from "../../domain/clock.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import { writesOf } from "../../domain/outbox/projection.ts";
import { loadOutboxChanges } from "./load-outbox-changes.ts";
import type { ReviewOutbox, Undone } from "./review-outbox.ts";
import { createStepsBeforeSave } from "./steps-before-save.ts";
import type { StoredOutbox } from "./stored-outbox.ts";

/** Answers the server's statuses of insights; those that this device does not hold are left out. */
export type ServerStatuses = (insightIds: readonly string[]) => Promise<ReadonlyMap<string, InsightStatus>>;

export interface ReviewOutboxParts {
  outbox: StoredOutbox;
  /**
   * Answered by the query engine, which reads the overlay of `outbox` and calls nothing else here.
   * May reject where the mirror cannot be read.
   */
  serverStatuses: ServerStatuses;
  /** Asks the server about the open bulk update. */
  pollBulk: () => Promise<void>;
  clock: Clock;
  ids: Ids;
  /** False for the restricted role: then nothing is ever taken, sealed or sent. */
  maySave: boolean;
  /** Whether there is no connection at the moment. */
  isOffline: () => boolean;
  /** How far the device's clock was ahead of the server's when they last spoke, in ms; undefined where not known. */
  clockAheadAt: (deviceMs: number) => number | undefined;
}

/** The changes of the outbox; their code is loaded later than that of its state. */
export type OutboxActions = Pick<
  ReviewOutbox,
  | "act"
  | "actPastCap"
  | "countUnchanged"
  | "undo"
  | "redo"
  | "cancelAll"
  | "discardUnsent"
  | "save"
  | "resend"
  | "dismissOutcomes"
  | "retryOutcomes"
  | "enqueue"
  | "enqueueHeld"
  | "takeBack"
>;

const NOTHING_UNDONE: Undone = { insightIds: [], left: 0, inverse: 0 };

/** The outbox as screens use it. */
export function createReviewOutbox(parts: ReviewOutboxParts): ReviewOutbox {
  const { outbox, maySave } = parts;
  const change = async <T>(unloaded: T, action: (actions: OutboxActions) => Promise<T>): Promise<T> => {
    const code = await loadOutboxChanges().catch(() => null);
    return code === null ? unloaded : action(code.createOutboxActions(parts));
  };
  const { beforeSave, settled } = createStepsBeforeSave();
  const step = async (event: "undo" | "redo", agreed: Parameters<ReviewOutbox["undo"]>[0]) => {
    if (!maySave) return NOTHING_UNDONE;
    // A step whose rows are still being read is not in the list yet: undo at once would take back the one before it.
    const before = settled();
    return beforeSave(before.then(() => change(NOTHING_UNDONE, (actions) => actions[event](agreed))));
  };

  return {
    getState: outbox.getState,
    subscribe: outbox.subscribe,

    act: async (...args) =>
      maySave ? beforeSave(change("failed", (actions) => actions.act(...args))) : "forbidden",
    actPastCap: async (...args) =>
      maySave ? beforeSave(change(0, (actions) => actions.actPastCap(...args))) : 0,
    countUnchanged: (targets) => change(targets.length, (actions) => actions.countUnchanged(targets)),
    beforeSave,
    undo: (agreed) => step("undo", agreed),
    redo: (agreed) => step("redo", agreed),
    cancelAll: () => beforeSave(change(undefined, (actions) => actions.cancelAll())),

    discardUnsent: () => change(undefined, (actions) => actions.discardUnsent()),

    async save() {
      if (!maySave) return 0;
      await settled();
      return change(0, (actions) => actions.save());
    },
    resend: async () => (maySave ? change(undefined, (actions) => actions.resend()) : undefined),
    refreshBulk: () => parts.pollBulk(),

    dismissBulkMessage: outbox.dismissBulkMessage,
    dismissOutcomes: (ids) => change(undefined, (actions) => actions.dismissOutcomes(ids)),
    retryOutcomes: async (...args) =>
      maySave ? beforeSave(change("failed", (actions) => actions.retryOutcomes(...args))) : "forbidden",

    enqueue: async (...args) =>
      maySave ? change("failed", (actions) => actions.enqueue(...args)) : "forbidden",
    enqueueHeld: async (...args) =>
      maySave ? change(null, (actions) => actions.enqueueHeld(...args)) : null,
    takeBack: (heldId) => change(false, (actions) => actions.takeBack(heldId)),
    waitingWrites: (kind) => writesOf(outbox.record(), kind),
  };
}
