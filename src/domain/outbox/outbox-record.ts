import type { BatchRefusal, BulkStatus, ItemOutcome } from "../bulk-update.ts";
import type { InsightStatus } from "../insight/insight.ts";
import type { SeenInsight } from "../insight/seen-insight.ts";

/**
 * The outbox of one person, as it is stored and as the reducer works on it. Immutable: a change creates new objects
 * for the changed parts and shares the others, so that only differences are written.
 */
export interface OutboxRecord {
  /** The list of unsaved actions, one an insight, oldest first. */
  readonly actions: ReadonlyMap<string, StoredAction>;
  /** All steps that can be undone or redone, oldest first; the first `applied` of them are in effect. */
  readonly steps: readonly StoredStep[];
  readonly applied: number;
  /** Sealed batches, first in, first out. */
  readonly batches: readonly StoredBatch[];
  readonly refused: readonly StoredRefusal[];
  /** Keys of batches that have left the queue, oldest first: importing a file with such a batch skips it. */
  readonly settledKeys: readonly string[];
  /** The settled keys of held batches that a person took back, oldest first: taking one back again changes nothing. */
  readonly takenBack: readonly string[];
  readonly facts: OutboxFacts;
}

/** The kind of the actions of the list: one status for one insight. */
export const INSIGHT_STATUS = "insightStatus";

export interface StoredAction {
  readonly id: string;
  /** Its place in the list; an action that comes back from a batch has its former place. */
  readonly place: number;
  readonly insightId: string;
  readonly deviceId: string;
  readonly insightStatus: InsightStatus;
  /** The status beneath it when it was made: the server's, or that of a sealed batch. */
  readonly base: InsightStatus;
  readonly atMs: number;
  /**
   * How far the device's clock was ahead of the server's when they last spoke before it was made, in ms. Absent where
   * that is not known, in actions of earlier versions of the app and in those of an imported file.
   */
  readonly aheadMs?: number;
  /** Made while there was no connection. */
  readonly offline: boolean;
  /** Came back from a bulk update that was blocked. */
  readonly returned: boolean;
  /** Absent in actions of earlier versions of the app. */
  readonly seen?: SeenInsight;
}

/** One step of a person: each insight's shown status before and after it. */
export interface StoredStep {
  readonly seq: number;
  readonly changes: readonly StatusChange[];
}

export interface StatusChange {
  readonly insightId: string;
  readonly deviceId: string;
  readonly before: InsightStatus;
  readonly after: InsightStatus;
  /**
   * Which sides are statuses that this person set: `after` alone where it is absent. Undo and redo set those again,
   * whatever lies beneath by then; on the other sides the status beneath shows.
   */
  readonly said?: "both" | "before";
  readonly seen?: SeenInsight;
}

/** An action of any other kind: its subject, the value to set, and the value that the person saw. */
export interface StoredWrite {
  readonly id: string;
  /** Names what it acts on, within its kind. */
  readonly subject: string;
  /** The Sentinel that it concerns. */
  readonly deviceId: string;
  /** Never "toggle": a value, or the fields that change and no other. */
  readonly value: WriteValue;
  readonly base: WriteValue;
  readonly atMs: number;
  /**
   * Further facts that the person saw of the records that it names by number, in the words of its kind: a number alone
   * does not name a record for ever. Absent in writes of earlier versions of the app.
   */
  readonly seen?: WriteFields;
}
export type WriteValue = string | WriteFields;
export type WriteFields = Readonly<Record<string, string | number | boolean | null>>;

/** Sealed actions of one kind. */
export type StoredBatch = StatusBatch | WriteBatch;

export interface StatusBatch extends SealedBatch {
  readonly kind: typeof INSIGHT_STATUS;
  readonly actions: readonly StoredAction[];
}
export interface WriteBatch extends SealedBatch {
  readonly kind: string;
  readonly actions: readonly StoredWrite[];
}

/** As a former version of the app stored it: before there were kinds, every batch was of statuses. */
export type BatchRow = StoredBatch | Omit<StatusBatch, "kind">;

export function isStatusBatch(batch: StoredBatch): batch is StatusBatch {
  return batch.kind === INSIGHT_STATUS;
}

/** How long a held batch waits from the moment at which the sending tab finds it, in milliseconds. */
export const UNDO_HOLD_MS = 6_000;

/** Sealed: its actions and its key never change any more. */
interface SealedBatch {
  /** The idempotency key. */
  readonly batchId: string;
  readonly position: number;
  readonly sealedAtMs: number;
  /** Sealed by itself on reconnection, not by a person's Save. */
  readonly automatic: boolean;
  /** How often its actions came back blocked and were sealed anew. */
  readonly blockedTimes: number;
  /** Not sent yet, so that the person can take it back (`dropHeld`); absent once it may be sent. */
  readonly held?: true;
  /** The server's bulk update of it; null until the server has answered. */
  readonly bulk: StoredBulk | null;
}

export interface StoredBulk {
  readonly bulkId: string;
  readonly message: string;
  readonly status: BulkStatus;
  /** Set at status 2. */
  readonly outcomes: readonly StoredOutcome[];
  /**
   * The key of the last of its calls that the server carried out, for a batch whose calls have keys of their own; absent
   * where there is none.
   */
  readonly lastKey?: string;
  /** Pull rounds that were completed since status 2 was known; see `settleRound`. */
  readonly roundsSince: number;
}

export interface StoredOutcome {
  /** Of an action of another kind: its subject. */
  readonly insightId: string;
  readonly deviceId: string;
  /** Of the action, or of the call that contained it. */
  readonly outcome: ItemOutcome | BatchRefusal;
  readonly by: string | null;
  readonly atMs: number | null;
  /** The status that was replaced, where the server sent it. */
  readonly replaced?: InsightStatus;
  /** The action was made before what it replaced, as the server reckons. */
  readonly madeEarlier?: true;
  /** The fields of the action that the outcome concerns; absent: all. */
  readonly fields?: readonly string[];
  /** The values that applied fields replaced although they were newer. */
  readonly over?: WriteFields;
  /** The server's own sentence about a refused call. */
  readonly said?: string;
  /** The field that the sentence concerns, as on the wire. */
  readonly saidOf?: string;
}

/** An entry of the list of refusals, with the value that was refused. */
export type StoredRefusal = StatusRefusal | WriteRefusal;

export interface StatusRefusal extends StoredOutcome {
  readonly id: string;
  readonly insightStatus: InsightStatus;
  readonly seen?: SeenInsight;
}
export interface WriteRefusal extends StoredOutcome {
  readonly id: string;
  readonly kind: string;
  readonly value: WriteValue;
  readonly base: WriteValue;
  readonly seen?: WriteFields;
}

export function isStatusRefusal(refusal: StoredRefusal): refusal is StatusRefusal {
  return "insightStatus" in refusal;
}

export interface OutboxFacts {
  /** The bulk update that was blocked last, until its message is dismissed. */
  readonly blocked: { readonly bulkId: string; readonly message: string } | null;
  /**
   * After a blocked bulk update, the sending tab waits this long, from when it first finds the next batch, unless a
   * person asks for it. A duration: a moment would depend on the device's clock, which may be set. (`heldUntilMs`, as
   * earlier versions stored it, is ignored.)
   */
  readonly waitMs: number | null;
  /** The number of actions sealed automatically on the last reconnection, until it was shown. */
  readonly autoSentCount: number;
  /** The number of the last sealed step: undo of it, or of an earlier one, is a new action. */
  readonly sealedSeq: number;
}

export const EMPTY_OUTBOX: OutboxRecord = {
  actions: new Map(),
  steps: [],
  applied: 0,
  batches: [],
  refused: [],
  settledKeys: [],
  takenBack: [],
  facts: { blocked: null, waitMs: null, autoSentCount: 0, sealedSeq: 0 },
};
