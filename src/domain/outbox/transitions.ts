import { discardUnsent } from "./discard.ts";
import { dropHeld, releaseHeld } from "./held-batches.ts";
import { importBatches } from "./import-batches.ts";
import type { OutboxRecord } from "./outbox-record.ts";
import {
  addOutcomes,
  dismissMessage,
  forgetBulk,
  forgetBulks,
  rekeyBatch,
  reportBulk,
  settleRound,
  submitBatch,
} from "./queue.ts";
import { dismissRefusals, retryRefusals } from "./refusals.ts";
import { refuseBatch } from "./refuse-batch.ts";
import { sealAll, sealList, sealOfflineList } from "./seal.ts";
import { retryAll, sealWrites } from "./seal-writes.ts";
import { redo, undo } from "./undo-redo.ts";
import { act, actPastCap, cancelAll, markOffline } from "./unsaved-list.ts";

/**
 * The outbox as a reducer: every event that changes an outbox, with the function that makes the change. All of them
 * are pure: from one record to the next, with clock, ids and answers of the server passed in.
 *
 * The states of an action:
 *
 *     act, undo, redo ─▶ LIST ◀──────────────────────────── reportBulk: blocked, saved by a person
 *                         │  ▲                                            ▲
 *       sealList, sealAll,│  │undo, while the batch                       │
 *       sealOfflineList   ▼  │cannot have been sent                       │
 *     sealWrites ─▶ SEALED BATCH ◀── forgetBulk(s), rekeyBatch; blocked, ─┤
 *     importBatches       │          sealed without a Save: under a new key
 *                         │ submitBatch: the server took it               │
 *                         ├──────────────▶ SUBMITTED ── reportBulk: 4 ──▶ BLOCKED
 *                         │                    │
 *           refuseBatch:  │                    │ reportBulk: 2
 *           refused as a  │                    ▼
 *           whole         │               CONFIRMING   (done at the server, not in the mirror yet)
 *                         │                    │ settleRound, in the second pull round after its end
 *                         ▼                    ▼
 *                      REFUSED ◀── outcome ─ CLEARED
 *                         │
 *                         └─▶ dismissRefusals: removed; retryRefusals, retryAll: a new action
 *
 * An action leaves the outbox in three ways only: it is cleared, it is refused (and listed), or a person takes it
 * back. `cancelAll` and an action that equals the status beneath it remove it from the list; both can be undone.
 * `discardUnsent` removes all that the server does not have, for good, where a person asks for it.
 * `actPastCap` is an `act` that was refused before, for want of room.
 * `dropHeld` removes a batch that was sealed to be held; after `releaseHeld` that is no longer possible.
 */
export const TRANSITIONS = {
  // A person and the list of unsaved actions. Null: nothing was taken.
  act,
  actPastCap,
  undo,
  redo,
  cancelAll,
  discardUnsent,
  markOffline,
  // Sealing
  sealList,
  sealAll,
  sealOfflineList,
  sealWrites,
  releaseHeld,
  dropHeld,
  importBatches,
  // Sync and the sealed batches
  submitBatch,
  rekeyBatch,
  refuseBatch,
  forgetBulk,
  forgetBulks,
  reportBulk,
  addOutcomes,
  settleRound,
  // Messages and refusals
  dismissMessage,
  dismissRefusals,
  retryRefusals,
  retryAll,
} as const;

type Transitions = typeof TRANSITIONS;

export type OutboxEvent = keyof Transitions;
/** The arguments of an event beside the record. */
export type EventDetails<E extends OutboxEvent> = Transitions[E] extends (
  record: OutboxRecord,
  ...details: infer Details
) => unknown
  ? Details
  : never;
/** The next record, alone or with an answer; null: nothing changes. */
export type EventResult<E extends OutboxEvent> = ReturnType<Transitions[E]>;
type Transition<E extends OutboxEvent> = (
  record: OutboxRecord,
  ...details: EventDetails<E>
) => EventResult<E>;

/** Applies an event to a record. */
export function apply<E extends OutboxEvent>(
  record: OutboxRecord,
  event: E,
  ...details: EventDetails<E>
): EventResult<E> {
  return (TRANSITIONS[event] as unknown as Transition<E>)(record, ...details);
}

/** The record that a transition leads to. */
export function recordAfter(before: OutboxRecord, result: EventResult<OutboxEvent>): OutboxRecord {
  if (result === null) return before;
  return "record" in result ? result.record : result;
}
