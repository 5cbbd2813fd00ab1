import { BULK_UPDATE_CAP } from "../bulk-update.ts";
import type { InsightStatus } from "../insight/insight.ts";
import { isStatusBatch, type OutboxRecord, type StatusChange } from "./outbox-record.ts";
import { sealedIn } from "./sealed-statuses.ts";

/** When and how an action is made. */
export interface ActionStamp {
  atMs: number;
  /** See StoredAction; undefined where it is not known. */
  aheadMs?: number | undefined;
  offline: boolean;
  newId: () => string;
  /**
   * The server's status of an insight, where it was looked up. It may have changed beneath an action in the list. A
   * new action is compared with it: compared with the older base, an action back to that base would be removed, and
   * the server's change would stay.
   */
  serverStatusOf?: (insightId: string) => InsightStatus | undefined;
}

/** An overflow policy: applies one side of changes, each of another insight; null where it refuses. */
export type Take = (
  record: OutboxRecord,
  changes: readonly StatusChange[],
  side: ChangeSide,
  stamp: ActionStamp,
) => OutboxRecord | null;
export type ChangeSide = "before" | "after";

/** The overflow policy without a person's consent: refuses. */
export const noRoom: Take = () => null;

/** The greatest length of the list: the cap, or its present length where that is greater. */
export function roomOf(record: OutboxRecord): number {
  return Math.max(BULK_UPDATE_CAP, record.actions.size);
}

/** Applies one side of these changes to the list; null where it would exceed `room`. */
export function intoList(
  record: OutboxRecord,
  changes: readonly StatusChange[],
  side: ChangeSide,
  stamp: ActionStamp,
  { room = roomOf(record), sealed = sealedIn(record, changes.length) } = {},
): OutboxRecord | null {
  const baseOf = (change: StatusChange) => {
    const server = stamp.serverStatusOf?.(change.insightId);
    const seen = record.actions.get(change.insightId)?.base;
    const beneath = wasSaid(change, side) ? (server ?? seen) : (seen ?? server);
    return sealed(change.insightId) ?? beneath ?? change[side === "after" ? "before" : "after"];
  };
  // Counted first, so that no ids are created for changes that do not fit.
  let size = record.actions.size;
  for (const change of changes) {
    const stays = change[side] !== baseOf(change);
    if (stays !== record.actions.has(change.insightId)) size += stays ? 1 : -1;
  }
  if (size > room) return null;
  const actions = new Map(record.actions);
  let place = lastPlace(record);
  for (const change of changes) {
    const insightStatus = change[side];
    const there = actions.get(change.insightId);
    const seen = change.seen ?? there?.seen;
    const base = baseOf(change);
    if (insightStatus === base) {
      actions.delete(change.insightId);
      continue;
    }
    actions.set(change.insightId, {
      id: there?.id ?? stamp.newId(),
      place: there?.place ?? ++place,
      insightId: change.insightId,
      deviceId: change.deviceId,
      insightStatus,
      base,
      atMs: stamp.atMs,
      ...(stamp.aheadMs !== undefined && { aheadMs: stamp.aheadMs }),
      offline: stamp.offline,
      returned: false,
      ...(seen !== undefined && { seen }),
    });
  }
  return { ...record, actions };
}

/** Whether a side of a change is a status that this person set; otherwise it is the status beneath. */
export function wasSaid({ said }: StatusChange, side: ChangeSide): boolean {
  return side === "after" ? said !== "before" : said !== undefined;
}

function lastPlace(record: OutboxRecord): number {
  let last = 0;
  for (const { place } of record.actions.values()) last = Math.max(last, place);
  for (const batch of record.batches) {
    if (isStatusBatch(batch)) last = Math.max(last, batch.actions.at(-1)?.place ?? 0);
  }
  return last;
}
