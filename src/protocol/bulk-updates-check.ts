import type { SeenTimes, StatusIntent } from "../domain/bulk-outcome.ts";
import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import type { DecisionClock } from "../domain/decision-time.ts";
import { isInsightStatus } from "../domain/insight/insight.ts";
import { isRecord } from "../domain/record-guard.ts";

/** A fault of one field of a bulk update; the server has a sentence for each. */
export type BulkUpdateFault =
  | "body"
  | "not_a_list"
  | "empty"
  | "over_cap"
  | "item"
  | "item_id"
  | "item_status"
  | "item_base"
  | "item_time";

export type CheckedBulkUpdate =
  | { readonly ok: true; readonly items: CheckedItem[] }
  | { readonly ok: false; readonly faults: ReadonlyMap<string, BulkUpdateFault> };

/** An item as the client sent it. */
export interface CheckedItem extends Omit<StatusIntent, "made"> {
  /** Absent where the client did not say when the person decided. */
  readonly clock?: DecisionClock;
}

const MAX_ID_LENGTH = 200;

/**
 * Checks the body of `POST /api/updates/` and normalises it: ids as text, `base` null where it was left out, unknown
 * fields dropped. One fault refuses the whole; faults are keyed by field, as in `insights.3.insightStatus`.
 */
export function checkBulkUpdate(body: unknown): CheckedBulkUpdate {
  if (!isRecord(body)) return refused([["general", "body"]]);
  const list = body.insights;
  if (!Array.isArray(list)) return refused([["insights", "not_a_list"]]);
  if (list.length === 0) return refused([["insights", "empty"]]);
  if (list.length > BULK_UPDATE_CAP) return refused([["insights", "over_cap"]]);
  const faults: [string, BulkUpdateFault][] = [];
  const items: CheckedItem[] = [];
  const sentAtMs = timeOf(body.sentAt);
  for (const [index, entry] of list.entries()) {
    const item = checkItem(entry, `insights.${index}`, faults);
    const clock = clockOf(entry, sentAtMs);
    if (item !== null) items.push(clock === null ? item : { ...item, clock });
  }
  return faults.length > 0 ? refused(faults) : { ok: true, items };
}

/**
 * The text that is hashed to recognise a repeated body: equal meaning gives equal text. What the person saw of an
 * insight, and when they decided, is no part of it, because an older version of the app, which does not send it, may
 * repeat the call, and because a decision is older each time it is sent.
 */
export function canonicalBulkUpdate(items: readonly Omit<StatusIntent, "made">[]): string {
  return JSON.stringify(
    items.map(({ insightId, deviceId, insightStatus, base }) => [insightId, deviceId, insightStatus, base]),
  );
}

function checkItem(entry: unknown, at: string, faults: [string, BulkUpdateFault][]): StatusIntent | null {
  if (!isRecord(entry)) {
    faults.push([at, "item"]);
    return null;
  }
  const insightId = idText(entry.insightId);
  const deviceId = idText(entry.deviceId);
  const { insightStatus, base = null } = entry;
  const seen = seenTimes(entry);
  const statusGood = isInsightStatus(insightStatus);
  const baseGood = base === null || isInsightStatus(base);
  if (insightId === null) faults.push([`${at}.insightId`, "item_id"]);
  if (deviceId === null) faults.push([`${at}.deviceId`, "item_id"]);
  if (!statusGood) faults.push([`${at}.insightStatus`, "item_status"]);
  if (!baseGood) faults.push([`${at}.base`, "item_base"]);
  if (seen === "wrong") faults.push([`${at}.timeStamp`, "item_time"]);
  if (insightId === null || deviceId === null || !statusGood || !baseGood || seen === "wrong") return null;
  return { insightId, deviceId, insightStatus, base, ...(seen !== null && { seen }) };
}

/** A wrong value is none: it decides about nothing but words. */
function clockOf(entry: unknown, sentAtMs: number): DecisionClock | null {
  if (!isRecord(entry) || Number.isNaN(sentAtMs)) return null;
  const { ageMs, clockAheadMs: aheadMs } = entry;
  if (!Number.isSafeInteger(ageMs) || !Number.isSafeInteger(aheadMs)) return null;
  return { sentAtMs, ageMs: ageMs as number, aheadMs: aheadMs as number };
}

/** Null where the client did not send the times of the insight. */
function seenTimes({ timeStamp, fileCtime = null }: Record<string, unknown>): SeenTimes | null | "wrong" {
  if (timeStamp === undefined || timeStamp === null) return null;
  const timeStampMs = timeOf(timeStamp);
  const fileCtimeMs = fileCtime === null ? null : timeOf(fileCtime);
  if (Number.isNaN(timeStampMs) || Number.isNaN(fileCtimeMs ?? 0)) return "wrong";
  return { timeStampMs, fileCtimeMs };
}

function timeOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

function idText(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === "string" && value.length > 0 && value.length <= MAX_ID_LENGTH ? value : null;
}

function refused(faults: [string, BulkUpdateFault][]): CheckedBulkUpdate {
  return { ok: false, faults: new Map(faults) };
}
