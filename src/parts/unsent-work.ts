import type { OutboxState } from "../domain/outbox/projection.ts";
import { hasOfflineActions } from "../domain/outbox/queue-task.ts";
import { type QueueWait, SERVER_ERRORS, type SyncStatus } from "../sync/sync-status.ts";

/** Where unsent work stands: one of four states that a person tells apart, or that of a role that sends nothing. */
export type WorkState =
  /** In the list; a person must press Save. */
  | "save"
  /** Saved on this device, or made offline: it is sent by itself with the next connection. */
  | "send"
  | "sending"
  /** The server answered with an error; it is tried again by itself. */
  | "error"
  | "kept";

/** One part of the unsent work: so many actions in one state. */
export interface WorkPart {
  state: WorkState;
  count: number;
}

export type WorkFacts = Pick<OutboxState, "unsentCount"> &
  Partial<Pick<OutboxState, "unsaved" | "batches" | "maySend">>;

/**
 * The wait after an error answer of the server, that of a busy one included; null where the queue waits for something
 * else, or the server is not reached.
 */
export function serverErrorWait({
  phase,
  queueWait,
}: Pick<SyncStatus, "phase" | "queueWait">): QueueWait | null {
  if (phase !== "online" || !queueWait) return null;
  return SERVER_ERRORS.includes(queueWait.why) ? queueWait : null;
}

/** Whether the list is sealed by itself once the connection is proven, because an action in it was made offline. */
export function isSentByItself(unsaved: OutboxState["unsaved"]): boolean {
  return hasOfflineActions(unsaved);
}

/**
 * Unsaved actions for which Save is offered. A list that is sent by itself is among them while the server is reached:
 * where it answers with errors the connection is not proven, and Save seals the list at once.
 */
export function savableCount(unsaved: OutboxState["unsaved"], { phase }: Pick<SyncStatus, "phase">): number {
  return isSentByItself(unsaved) && phase !== "online" ? 0 : unsaved.length;
}

/**
 * The parts of the unsent work, at most two, what needs the person first; none where the server has everything. A
 * list that is sent by itself counts as saved.
 */
export function unsentWork(
  status: Pick<SyncStatus, "phase" | "queueWait">,
  { unsentCount, unsaved = [], batches = [], maySend = true }: WorkFacts,
): readonly WorkPart[] {
  if (unsentCount === 0) return [];
  if (!maySend) return [{ state: "kept", count: unsentCount }];
  const toSave = isSentByItself(unsaved) ? 0 : unsaved.length;
  const saved: WorkPart = { state: stateOfSaved(status, batches), count: unsentCount - toSave };
  const parts: WorkPart[] = [{ state: "save", count: toSave }, saved];
  if (saved.state === "error") parts.reverse();
  return parts.filter(({ count }) => count > 0);
}

/** The batches that the server has not confirmed, as one part; null where there are none. */
export function unsentBatches(
  status: Pick<SyncStatus, "phase" | "queueWait">,
  { batches, maySend }: Pick<OutboxState, "batches" | "maySend">,
): WorkPart | null {
  const count = batches.reduce((sum, batch) => (batch.phase === "confirming" ? sum : sum + batch.count), 0);
  if (count === 0) return null;
  return { state: maySend ? stateOfSaved(status, batches) : "kept", count };
}

function stateOfSaved(
  status: Pick<SyncStatus, "phase" | "queueWait">,
  batches: OutboxState["batches"],
): WorkState {
  const open = batches.filter(({ phase }) => phase !== "confirming");
  if (open.length === 0 || status.phase !== "online") return "send";
  if (serverErrorWait(status) !== null) return "error";
  return status.queueWait ? "send" : "sending";
}
