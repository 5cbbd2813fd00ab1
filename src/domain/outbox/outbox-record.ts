import type { BatchRefusal, BulkStatus, ItemOutcome } from "../bulk-update.ts";
import type { InsightStatus } from "../insight/insight.ts";

/**
 * The whole outbox of one person, as it is stored and as the reducer in src/sync sees it. Immutable: a change
 * makes new objects for what it changes and shares the rest, so that only differences are written.
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
  /** Keys whose batches have left the queue for good, oldest first: a file that still holds one brings nothing new. */
  readonly settledKeys: readonly string[];
  readonly facts: OutboxFacts;
}

/** The kind of the actions of the list: one status for one insight. */
export const INSIGHT_STATUS = "insightStatus";

export interface StoredAction {
  readonly id: string;
  /** Its place in the order of the list; one that comes back from a batch takes its old place again. */
  readonly place: number;
  readonly insightId: string;
  readonly deviceId: string;
  readonly insightStatus: InsightStatus;
  /** The status beneath it when it was made: the server's, or that of a sealed batch. */
  readonly base: InsightStatus;
  readonly atMs: number;
  /** Made while there was no connection. */
  readonly offline: boolean;
  /** Came back from a bulk update that was blocked. */
  readonly returned: boolean;
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
   * Which side this person said, and not the server: `after` alone where it is absent. What was said is to be shown
   * again, whatever lies beneath by then; what lay beneath shows as it is by then.
   */
  readonly said?: "both" | "before";
}

/** An action of any other kind: what it acts on, what that should be, and what the person saw. */
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
  /** The bulk update that the server made of it; null until the server said so. */
  readonly bulk: StoredBulk | null;
}

export interface StoredBulk {
  readonly bulkId: string;
  readonly message: string;
  readonly status: BulkStatus;
  /** Set at status 2. */
  readonly outcomes: readonly StoredOutcome[];
  /** Pull rounds that were completed since status 2 was known; see `settleRound`. */
  readonly roundsSince: number;
}

export interface StoredOutcome {
  /** Of an action of another kind: its subject. */
  readonly insightId: string;
  readonly deviceId: string;
  /** Of the action, or of the call that it was sent with. */
  readonly outcome: ItemOutcome | BatchRefusal;
  readonly by: string | null;
  readonly atMs: number | null;
  /** The status that was replaced, where the server told it. */
  readonly replaced?: InsightStatus;
  /** The fields of an action of fields that this is about; left out, all of them. */
  readonly fields?: readonly string[];
  /** Of fields that were applied over newer ones: what stood there. */
  readonly over?: WriteFields;
  /** The server's own sentence, where it refused a call. */
  readonly said?: string;
  /** The field that the sentence is about, as the wire names it. */
  readonly saidOf?: string;
}

/** What a person may want to look at, with what was wanted. */
export type StoredRefusal = StatusRefusal | WriteRefusal;

export interface StatusRefusal extends StoredOutcome {
  readonly id: string;
  readonly insightStatus: InsightStatus;
}
export interface WriteRefusal extends StoredOutcome {
  readonly id: string;
  readonly kind: string;
  readonly value: WriteValue;
  readonly base: WriteValue;
}

export function isStatusRefusal(refusal: StoredRefusal): refusal is StatusRefusal {
  return "insightStatus" in refusal;
}

export interface OutboxFacts {
  /** The bulk update that was blocked last, until its message is put away. */
  readonly blocked: { readonly bulkId: string; readonly message: string } | null;
  /** After a blocked bulk update nothing is sent before this moment, unless a person says so. */
  readonly heldUntilMs: number | null;
  /** How many actions were sealed by themselves on the last reconnection, until it was shown. */
  readonly autoSentCount: number;
  /** Steps up to this one were sealed: to undo one of them is a new action. */
  readonly sealedSeq: number;
}

export const EMPTY_OUTBOX: OutboxRecord = {
  actions: new Map(),
  steps: [],
  applied: 0,
  batches: [],
  refused: [],
  settledKeys: [],
  facts: { blocked: null, heldUntilMs: null, autoSentCount: 0, sealedSeq: 0 },
};
