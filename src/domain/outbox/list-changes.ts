import { BULK_UPDATE_CAP } from "../bulk-update.ts";
import type { InsightStatus } from "../insight/insight.ts";
import { isStatusBatch, type OutboxRecord, type StatusChange } from "./outbox-record.ts";
import { sealedIn } from "./sealed-statuses.ts";

/** When and how an action is made. */
export interface ActionStamp {
  atMs: number;
  offline: boolean;
  newId: () => string;
  /**
   * The server's status of an insight, where that was looked up. It may have changed beneath an action that waits
   * in the list: a new action is compared with it, because going back to the older base would else remove the
   * action and leave the change standing.
   */
  serverStatusOf?: (insightId: string) => InsightStatus | undefined;
}

/** An overflow policy: sets one side of changes, each of another insight; null where that does not fit. */
export type Take = (
  record: OutboxRecord,
  changes: readonly StatusChange[],
  side: ChangeSide,
  stamp: ActionStamp,
) => OutboxRecord | null;
export type ChangeSide = "before" | "after";

/** The overflow policy without a person's consent: takes nothing. */
export const noRoom: Take = () => null;

/** How long the list may become: up to the cap, or as long as it is where it is longer. */
export function roomOf(record: OutboxRecord): number {
  return Math.max(BULK_UPDATE_CAP, record.actions.size);
}

/** Sets one side of these changes in the list; null where that would take it past `room`. */
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
  // Counted first, so that no ids are made for changes that do not fit.
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
      offline: stamp.offline,
      returned: false,
    });
  }
  return { ...record, actions };
}

/** Whether a side of a change is a status that this person set; else it is what lay beneath. */
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
