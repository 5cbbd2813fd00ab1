import type { BulkStatus } from "../domain/bulk-update.ts";
import type { InsightStatus } from "../domain/insight.ts";
import type { StoredRefusal, WriteValue } from "../storage/outbox-record.ts";

/**
 * What this person did and the server has not confirmed: the list of unsaved actions with undo and redo, and the
 * sealed batches that are on their way. Kept in IndexedDB with strict durability; every promise below resolves
 * only after its change is stored.
 */
export interface ReviewOutbox {
  getState(): OutboxState;
  subscribe(listener: () => void): () => void;
  /**
   * Sets one status on all targets as ONE undo step. "capped": the list holds 1000 insights and nothing was
   * taken; "forbidden": this role may not; "failed": it could not be stored, see `storageError`, and nothing was
   * taken. No promise of this interface rejects.
   *
   * @param agreed the person agreed to go past the cap: list after list is filled and sealed, all at once or not at
   * all; a step that fits into one list stays unsaved in it
   */
  act(
    targets: readonly ActionTarget[],
    insightStatus: InsightStatus,
    agreed?: PastCap,
  ): Promise<ActionAnswer>;
  /**
   * Takes back the latest step. What of it was sealed and not sent yet comes back out of its batches; for what was
   * sent the inverse is appended.
   */
  undo(agreed?: PastCap): Promise<Undone>;
  redo(agreed?: PastCap): Promise<Undone>;
  /** Empties the list, as one step that can be undone. */
  cancelAll(): Promise<void>;
  /** Seals the list into a batch of at most 1000, with or without a connection; it is sent as soon as there is one. */
  save(): Promise<void>;
  /** Asks the server for the state of the open bulk update now. */
  refreshBulk(): Promise<void>;
  /** Puts away the last message of a bulk update. */
  dismissBulkMessage(): Promise<void>;
  /** Sends what came back blocked once more, under a new key. */
  resend(): Promise<void>;
  /** Removes entries of the list of what was refused or overrode somebody. */
  dismissOutcomes(ids: readonly string[]): Promise<void>;
  /**
   * Wants the same once more, for these entries: new actions of the list over what is shown now, as one step.
   * Insights that are not on this device stay where they are. What is of another kind is sealed at once.
   */
  retryOutcomes(ids: readonly string[], agreed?: PastCap): Promise<ActionAnswer>;
  /**
   * Takes actions of another kind than statuses: sealed at once as one batch of that kind, sent in their turn, and
   * kept until the server has confirmed them. They are no part of undo and redo. A single one is laid over one that
   * waits for the same subject and cannot have been sent.
   */
  enqueue(kind: string, writes: readonly NewWrite[]): Promise<Exclude<ActionAnswer, "capped">>;
  /** What waits of a kind, by subject, to be laid over what the mirror says. */
  waitingWrites(kind: string): ReadonlyMap<string, WriteValue>;
}

export type ActionAnswer = "taken" | "capped" | "forbidden" | "failed";

/** One action of another kind. */
export interface NewWrite {
  /** Names what it acts on, within its kind. */
  subject: string;
  /** The Sentinel that it concerns. */
  deviceId: string;
  /** A value, or only the fields that change; never "toggle". */
  value: WriteValue;
  /** What the person saw there. */
  base: WriteValue;
}

export type PastCap = "past_cap";

export interface Undone {
  /** The insights that were concerned. */
  insightIds: readonly string[];
  /** How many more the step concerns, for which the list has no room: they wait for the person to agree. */
  left: number;
  /** How many of them had been saved already: a new, opposite action waits in the list for each. */
  inverse: number;
}

export interface ActionTarget {
  insightId: string;
  deviceId: string;
  /** The status that the person saw. */
  base: InsightStatus;
  /** What the server last told, where that is known: somebody else may have changed it beneath an unsaved action. */
  told?: InsightStatus;
}

export interface UnsavedAction {
  id: string;
  insightId: string;
  deviceId: string;
  insightStatus: InsightStatus;
  base: InsightStatus;
  atMs: number;
  /** Made while there was no connection: such a list is sealed and sent by itself when one returns. */
  offline: boolean;
}

export type BatchPhase = "sealed" | "sending" | "submitted" | "confirming";

export interface BatchState {
  /** The idempotency key. */
  batchId: string;
  /** Counted from 1 since the queue was empty last. */
  position: number;
  count: number;
  phase: BatchPhase;
  bulkId: string | null;
  status: BulkStatus | null;
  sealedAtMs: number;
}

/** An entry of the list of what was refused or overrode somebody. */
export type RefusedItem = StoredRefusal;

export interface OutboxState {
  /** False until the stored outbox was read. */
  ready: boolean;
  unsaved: readonly UnsavedAction[];
  canUndo: boolean;
  canRedo: boolean;
  batches: readonly BatchState[];
  /** The latest bulk update's literal message, until it is put away. */
  bulk: { bulkId: string; message: string; status: BulkStatus } | null;
  /** How many actions a blocked bulk update gave back to the list. */
  returned: number;
  refused: readonly RefusedItem[];
  /** A list made offline was sealed by itself on reconnection; shown once. */
  autoSentCount: number;
  /** Unsaved and sealed actions together: what the server has not confirmed. */
  unsentCount: number;
  /** Set when the outbox could not be written; the sentence says what is safe. */
  storageError: boolean;
  /** False for a role that sends nothing: what was sealed before stays on this device. */
  maySend: boolean;
}
