import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import type { InsightStatus } from "../domain/insight.ts";
import { isStatusBatch, type OutboxRecord, type StatusChange } from "../storage/outbox-record.ts";
import { sealedIn, shownIn } from "./outbox-sealed.ts";

/** When and how an action is made. */
export interface ActionStamp {
  atMs: number;
  offline: boolean;
  newId: () => string;
  /**
   * What the server last told of an insight, where that was looked up. Somebody else may have changed it
   * beneath an action that waits in the list: what is said now is measured against that, else going back to the
   * old status would do nothing.
   */
  toldOf?: (insightId: string) => InsightStatus | undefined;
}

/** Sets one side of changes, none of whose insights comes twice; null where that does not fit. */
export type Take = (
  record: OutboxRecord,
  changes: readonly StatusChange[],
  side: ChangeSide,
  stamp: ActionStamp,
) => OutboxRecord | null;
export type ChangeSide = "before" | "after";

/** How long the list may become: never past the cap, unless it is already. */
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
    const told = stamp.toldOf?.(change.insightId);
    const seen = record.actions.get(change.insightId)?.base;
    const beneath = wasSaid(change, side) ? (told ?? seen) : (seen ?? told);
    return sealed(change.insightId) ?? beneath ?? change[side === "after" ? "before" : "after"];
  };
  // Counted first: what does not fit should not cost a million ids.
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

/** Whether a side of a change is what this person said; else it is what lay beneath. */
function wasSaid({ said }: StatusChange, side: ChangeSide): boolean {
  return side === "after" ? said !== "before" : said !== undefined;
}

/** The insights of a step whose status at the server, as it was last told, has a say in what the step becomes. */
export function measuredIn(
  record: OutboxRecord,
  changes: readonly StatusChange[],
  side: ChangeSide,
): readonly string[] {
  const shown = shownIn(record, changes.length);
  return changes
    .filter((change) => wasSaid(change, side) || shown(change.insightId) === undefined)
    .map(({ insightId }) => insightId);
}

function lastPlace(record: OutboxRecord): number {
  let last = 0;
  for (const { place } of record.actions.values()) last = Math.max(last, place);
  for (const batch of record.batches) {
    if (isStatusBatch(batch)) last = Math.max(last, batch.actions.at(-1)?.place ?? 0);
  }
  return last;
}
