import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { SeenInsight } from "../../domain/insight/seen-insight.ts";
import type { WriteFields, WriteValue } from "../../domain/outbox/outbox-record.ts";
import type { OutboxState } from "../../domain/outbox/projection.ts";

/**
 * A person's actions that the server has not confirmed: the list of unsaved actions with undo and redo, and the
 * sealed batches that are on their way. Stored in IndexedDB with strict durability; every promise below
 * resolves only after its change is stored.
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
    agreed?: OverflowPolicy,
  ): Promise<ActionAnswer>;
  /**
   * Takes a step that `act` refused as "capped", now that the person has agreed to go past the cap. Bases are those of
   * now. Targets that show another status by now are left out: that decision is newer. Resolves to the number of the
   * others; 0 where it could not be stored, see `storageError`, or this role may not.
   */
  actPastCap(targets: readonly ActionTarget[], insightStatus: InsightStatus): Promise<number>;
  /** How many of these targets `actPastCap` would not leave out. */
  countUnchanged(targets: readonly ActionTarget[]): Promise<number>;
  /** Answers a step that reads before it acts, as one over a selection; `save` waits until it has settled. */
  beforeSave<Answer>(step: Promise<Answer>): Promise<Answer>;
  /**
   * Takes back the latest step. Its actions that were sealed and cannot have been sent are taken out of their batches;
   * for the others the inverse is appended.
   */
  undo(agreed?: OverflowPolicy): Promise<Undone>;
  redo(agreed?: OverflowPolicy): Promise<Undone>;
  /** Empties the list, as one step that can be undone. */
  cancelAll(): Promise<void>;
  /** Removes all that the server does not have, for good and for every role: the person was asked. */
  discardUnsent(): Promise<void>;
  /**
   * Seals the list into a batch of at most 1000, with or without a connection; it is sent as soon as there is one.
   * Steps that are being taken are part of it: a person saves all that was done before. Resolves to how many actions
   * were sealed.
   */
  save(): Promise<number>;
  /** Asks the server for the state of the open bulk update now. */
  refreshBulk(): Promise<void>;
  /** Removes the last message of a bulk update. */
  dismissBulkMessage(): Promise<void>;
  /** Seals the actions that a blocked bulk update returned, under a new key. */
  resend(): Promise<void>;
  /** Removes entries of the list of refusals. */
  dismissOutcomes(ids: readonly string[]): Promise<void>;
  /**
   * Makes the refused actions of these entries anew: over what is shown now, as one step of the list. Insights that
   * are not on this device stay where they are. Actions of other kinds are sealed at once.
   */
  retryOutcomes(ids: readonly string[], agreed?: OverflowPolicy): Promise<ActionAnswer>;
  /**
   * Takes actions of another kind than statuses: sealed at once as one batch of that kind, sent in their turn, and
   * stored until the server has confirmed them. Undo and redo do not concern them. A single one is merged into one
   * that waits for the same subject and cannot have been sent.
   */
  enqueue(kind: string, writes: readonly NewWrite[]): Promise<Exclude<ActionAnswer, "capped">>;
  /**
   * The same, but held back for 6 s, in which `takeBack` with the returned id removes the actions unsent. They survive
   * a page that is killed, and are sent afterwards. Null where nothing was taken, for the reasons of `enqueue`.
   */
  enqueueHeld(kind: string, writes: readonly NewWrite[]): Promise<string | null>;
  /**
   * Removes held actions. True also where they were taken back already, as by another tab; false where they are on
   * their way, or it could not be stored.
   */
  takeBack(heldId: string): Promise<boolean>;
  /** The values of a kind that the server has not confirmed, by subject: the overlay of the mirror. */
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
  /** The value that the person saw. */
  base: WriteValue;
  /** Further facts of the records that it names by number; see StoredWrite. */
  seen?: WriteFields;
}

/** The agreed handling of a step that exceeds the list; see src/domain/outbox/overflow.ts. */
export type OverflowPolicy = "sealFullLists";

export interface Undone {
  /** The insights that were concerned. */
  insightIds: readonly string[];
  /** Further insights of the step that exceed the list: they wait for the person to agree. */
  left: number;
  /** How many of them had been saved already: a new, opposite action waits in the list for each. */
  inverse: number;
}

export interface ActionTarget {
  insightId: string;
  deviceId: string;
  /** The status that the person saw. */
  base: InsightStatus;
  /** The server's status, where that is known: it may have changed beneath an unsaved action. */
  serverStatus?: InsightStatus;
  /** What the person saw of it. */
  seen?: SeenInsight;
}
