import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Schema } from "../../db/schema.ts";

/** A page of a user's insights, newest first; ties, the greater id first. */
export interface PageBounds {
  readonly limit: number;
  readonly offset: number;
}

/**
 * The insights that a user reaches: those of their Sentinels, after the moment of a renewed grant, and not set aside.
 * The only definition for reads; `i` are the insights, `du` the grants.
 */
export function reachableInsights(db: Kysely<Schema>, userId: number) {
  return db
    .selectFrom("device_users as du")
    .innerJoin("insights as i", "i.device_ref", "du.device_ref")
    .where("du.user_id", "=", userId)
    .where("i.set_aside", "=", 0)
    .whereRef("i.insight_id", ">", "du.after_insight_id");
}

/**
 * The same rows, set aside or not, with insights read first and Sentinels looked up: for reads in the order of an
 * index over all insights. CROSS JOIN fixes that order for SQLite; for PostgreSQL it has no effect.
 */
export function insightsWithGrants(db: Kysely<Schema>, userId: number) {
  return db
    .selectFrom("insights as i")
    .crossJoin("device_users as du")
    .whereRef("du.device_ref", "=", "i.device_ref")
    .where("du.user_id", "=", userId)
    .whereRef("i.insight_id", ">", "du.after_insight_id");
}

/**
 * The same rows as `reachableInsights`, as a condition on insights that are found by other means. It is a scalar query,
 * which PostgreSQL evaluates for each found insight: with a join it would, without statistics as after a large import,
 * begin with all that the user reaches, and search the found ones for each.
 */
export function isReachable(insights: string, userId: number): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${insights}.${name}`);
  return sql<SqlBool>`(${column("set_aside")} = 0 and ${column("insight_id")} > (
    select grants.after_insight_id from device_users grants
    where grants.device_ref = ${column("device_ref")} and grants.user_id = ${userId}
  ))`;
}

/** Whether a column holds one of these numbers; a list may be empty. */
export function isOneOf(column: string, numbers: readonly number[]): RawBuilder<SqlBool> {
  return numbers.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`${sql.ref(column)} in (${sql.join(numbers)})`;
}

/** The photos of the same insights, set aside or not, read photos first. */
export function photosWithGrants(db: Kysely<Schema>, userId: number) {
  return db
    .selectFrom("photos as p")
    .crossJoin("device_users as du")
    .innerJoin("insights as i", "i.insight_id", "p.insight_id")
    .innerJoin("devices as d", "d.device_ref", "p.device_ref")
    .whereRef("du.device_ref", "=", "p.device_ref")
    .where("du.user_id", "=", userId)
    .whereRef("i.insight_id", ">", "du.after_insight_id");
}
