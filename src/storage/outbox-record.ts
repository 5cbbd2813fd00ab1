import type { BulkStatus, ItemOutcome } from "../domain/bulk-update.ts";
import type { InsightStatus } from "../domain/insight.ts";

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
  readonly facts: OutboxFacts;
}

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
}

/** Sealed: its actions and its key never change any more. */
export interface StoredBatch {
  /** The idempotency key. */
  readonly batchId: string;
  readonly position: number;
  readonly actions: readonly StoredAction[];
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
  readonly insightId: string;
  readonly deviceId: string;
  readonly outcome: ItemOutcome;
  readonly by: string | null;
  readonly atMs: number | null;
}

export interface StoredRefusal extends StoredOutcome {
  readonly id: string;
  readonly insightStatus: InsightStatus;
}

export interface OutboxFacts {
  /** The bulk update that was blocked last, until its message is put away. */
  readonly blocked: { readonly bulkId: string; readonly message: string } | null;
  /** After a blocked bulk update nothing is sent before this moment, unless a person says so. */
  readonly heldUntilMs: number | null;
  /** How many actions were sealed by themselves on the last reconnection, until it was shown. */
  readonly autoSentCount: number;
}

export const EMPTY_OUTBOX: OutboxRecord = {
  actions: new Map(),
  steps: [],
  applied: 0,
  batches: [],
  refused: [],
  facts: { blocked: null, heldUntilMs: null, autoSentCount: 0 },
};
