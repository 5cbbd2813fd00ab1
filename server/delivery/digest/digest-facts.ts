import { displayName } from "../../../src/domain/device/device-name.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import type { Database } from "../../db/database.ts";
import {
  type ClassHourCount,
  countByClassAndHour,
  countBySentinel,
  readOpenAlerts,
  readSilent,
  type Span,
} from "./digest-repository.ts";

/** After how long without a call a Sentinel is named as silent. */
const SILENT_AFTER_MS = 2 * DAY_MS;

/** A name with its number, the greatest first. */
export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

export interface SentinelLine extends NamedCount {
  readonly deviceId: string;
}

/** The facts of one digest. */
export interface DigestFacts {
  readonly span: Span;
  readonly insights: number;
  readonly notReviewed: number;
  readonly classes: readonly NamedCount[];
  readonly sentinels: readonly SentinelLine[];
  /** Insights by whole hour of the span. */
  readonly hours: readonly number[];
  readonly alerts: readonly {
    readonly type: string;
    readonly summary: string;
    readonly sentinel: string;
    readonly sinceMs: number;
  }[];
  readonly silent: readonly { readonly sentinel: string; readonly lastSeenMs: number | null }[];
}

/** Whether there is anything to tell: a Sentinel that has been silent for long is no news of the day. */
export function isWorthTelling(facts: DigestFacts): boolean {
  return facts.insights > 0 || facts.alerts.length > 0;
}

/** Reads what a user's digest tells, of the Sentinels that the user has now, in one unchanging view. */
export async function readDigest(db: Database, userId: number, span: Span): Promise<DigestFacts> {
  return db.snapshot(async (view) => {
    const byClass = await countByClassAndHour(view, userId, span);
    const bySentinel = await countBySentinel(view, userId, span);
    const alerts = await readOpenAlerts(view, userId);
    const silent = await readSilent(view, userId, span.toMs - SILENT_AFTER_MS);
    return {
      span,
      insights: sumOf(byClass),
      notReviewed: sumOf(byClass.filter((row) => row.insight_status === "none")),
      classes: classesOf(byClass),
      sentinels: bySentinel.map((row) => ({
        deviceId: row.device_id,
        name: displayName(row),
        count: row.count,
      })),
      hours: hoursOf(byClass, span),
      alerts: alerts.map((row) => ({
        type: row.alert_type,
        summary: row.summary,
        sentinel: displayName(row),
        sinceMs: row.created_at,
      })),
      silent: silent.map((row) => ({ sentinel: displayName(row), lastSeenMs: row.last_seen })),
    };
  });
}

function sumOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function classesOf(rows: readonly ClassHourCount[]): NamedCount[] {
  const counts = new Map<string, number>();
  for (const { class_name, count } of rows) counts.set(class_name, (counts.get(class_name) ?? 0) + count);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function hoursOf(rows: readonly ClassHourCount[], { fromMs, toMs }: Span): number[] {
  const hours = Array.from({ length: Math.ceil((toMs - fromMs) / HOUR_MS) }, () => 0);
  for (const { hour, count } of rows) hours[hour] = (hours[hour] ?? 0) + count;
  return hours;
}
