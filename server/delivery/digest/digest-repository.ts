import { sql } from "kysely";
import { HOUR_MS } from "../../../src/domain/time.ts";
import type { View } from "../../db/database.ts";
import { reachableInsights } from "../../features/insights/insight-scope-query.ts";

/** A stretch of time, epoch ms; the end is not part of it. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ClassHourCount {
  readonly class_name: string;
  /** Whole hours since the beginning of the span. */
  readonly hour: number;
  readonly insight_status: string;
  readonly count: number;
}

export interface SentinelCount {
  readonly device_ref: number;
  readonly device_id: string;
  readonly device_name: string | null;
  readonly preferred_name: string | null;
  readonly count: number;
}

/** How many insights a user received in a span, by class, hour of arrival and status. */
export async function countByClassAndHour(view: View, userId: number, span: Span): Promise<ClassHourCount[]> {
  // Literals, because PostgreSQL does not see that two parameters of equal value make the same group.
  const hour = sql<number>`(i.time_stamp - ${sql.lit(span.fromMs)}) / ${sql.lit(HOUR_MS)}`;
  const rows = await arrivedIn(view, userId, span)
    .select(({ fn }) => [
      "i.class_name",
      hour.as("hour"),
      "i.insight_status",
      fn.countAll<number>().as("count"),
    ])
    .groupBy(["i.class_name", hour, "i.insight_status"])
    .execute();
  return rows.map((row) => ({ ...row, hour: Number(row.hour), count: Number(row.count) }));
}

/** The same by Sentinel, the most first. */
export async function countBySentinel(view: View, userId: number, span: Span): Promise<SentinelCount[]> {
  const counted = arrivedIn(view, userId, span)
    .select(({ fn }) => ["i.device_ref", fn.countAll<number>().as("count")])
    .groupBy("i.device_ref");
  const rows = await view
    .selectFrom(counted.as("c"))
    .innerJoin("devices as d", "d.device_ref", "c.device_ref")
    .select(["d.device_ref", "d.device_id", "d.device_name", "d.preferred_name", "c.count"])
    .orderBy("c.count", "desc")
    .orderBy("d.device_id")
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

function arrivedIn(view: View, userId: number, { fromMs, toMs }: Span) {
  return reachableInsights(view, userId).where("i.time_stamp", ">=", fromMs).where("i.time_stamp", "<", toMs);
}

export interface OpenAlertRow {
  readonly alert_type: string;
  readonly summary: string;
  readonly created_at: number;
  readonly device_id: string;
  readonly device_name: string | null;
  readonly preferred_name: string | null;
}

/** The open alerts of a user about Sentinels that they still reach, newest first. */
export async function readOpenAlerts(view: View, userId: number): Promise<OpenAlertRow[]> {
  const rows = await view
    .selectFrom("alerts as a")
    .innerJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "a.device_ref").onRef("du.user_id", "=", "a.user_id"),
    )
    .innerJoin("devices as d", "d.device_ref", "a.device_ref")
    .where("a.user_id", "=", userId)
    .where("a.status", "<>", "resolved")
    .select(["a.alert_type", "a.summary", "a.created_at", "d.device_id", "d.device_name", "d.preferred_name"])
    .orderBy("a.created_at", "desc")
    .orderBy("a.alert_id", "desc")
    .execute();
  return rows.map((row) => ({ ...row, created_at: Number(row.created_at) }));
}

export interface SilentRow {
  readonly device_id: string;
  readonly device_name: string | null;
  readonly preferred_name: string | null;
  readonly last_seen: number | null;
}

/** The Sentinels of a user that have not called since a moment, the longest silence first; those that never did, last. */
export async function readSilent(view: View, userId: number, sinceMs: number): Promise<SilentRow[]> {
  const rows = await view
    .selectFrom("device_users as du")
    .innerJoin("devices as d", "d.device_ref", "du.device_ref")
    .where("du.user_id", "=", userId)
    .where(({ or, eb }) => or([eb("d.last_seen", "is", null), eb("d.last_seen", "<", sinceMs)]))
    .select(["d.device_id", "d.device_name", "d.preferred_name", "d.last_seen"])
    .orderBy(sql`coalesce(d.last_seen, 9007199254740991)`)
    .orderBy("d.device_id")
    .execute();
  return rows.map((row) => ({ ...row, last_seen: row.last_seen === null ? null : Number(row.last_seen) }));
}
