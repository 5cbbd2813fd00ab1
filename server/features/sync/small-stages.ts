import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { SyncTableName, WireValue } from "../../../src/protocol/sync-page.ts";
import { newestUpdateStatus } from "../device-updates/newest-status.ts";
import { deviceShape } from "../devices/device-shape.ts";
import { isOneOf } from "../insights/insight-scope.ts";
import { partOf, type Stage, type StageInput, type StagePart, toColumns } from "./sync-part.ts";

/*
 * The small tables: each is read by its own number, in the first sync whole, later what changed in the round. A row
 * that is written again in mid-round leaves the round and comes with the next one, so no order by change is needed.
 */

export const devices: Stage = async (input) => {
  const { view, userId, limit } = input;
  const rows = await view
    .selectFrom("device_users as du")
    .innerJoin("devices as d", "d.device_ref", "du.device_ref")
    .where("du.user_id", "=", userId)
    .where(changed(input, ["d.xid"], "d.device_ref"))
    .where("d.device_ref", ">", behind(input))
    .orderBy("d.device_ref")
    .limit(limit)
    .selectAll("d")
    .select(newestUpdateStatus("d.device_ref").as("update_status"))
    .execute();
  const refs = rows.map(({ device_ref }) => device_ref);
  const deployed =
    refs.length === 0
      ? []
      : await view
          .selectFrom("deployments")
          .select(["device_ref", "alg_id"])
          .where("device_ref", "in", refs)
          .orderBy("alg_id")
          .execute();
  const shaped = rows.map((row) => {
    const algIds = deployed.filter(({ device_ref }) => device_ref === row.device_ref);
    const { group_id: _, ...device } = deviceShape(
      { ...row, group_id: null },
      algIds.map(({ alg_id }) => String(alg_id)),
    );
    const { last_seen, last_insight_at, last_image_at } = row;
    return { ...device, last_seen, last_insight_at, last_image_at };
  });
  return byNumber(input, "devices", refs, columnsOf(shaped));
};

export const groups: Stage = async (input) => {
  const { view, userId, limit } = input;
  const rows = await view
    .selectFrom("groups as g")
    .where("g.user_id", "=", userId)
    .where(changed(input, ["g.xid"]))
    .where("g.group_id", ">", behind(input))
    .orderBy("g.group_id")
    .limit(limit)
    .selectAll("g")
    .execute();
  const ids = rows.map(({ group_id }) => group_id);
  const members =
    ids.length === 0
      ? []
      : await view
          .selectFrom("group_devices as gd")
          .innerJoin("devices as d", "d.device_ref", "gd.device_ref")
          .innerJoin("device_users as du", (join) =>
            join.onRef("du.device_ref", "=", "gd.device_ref").onRef("du.user_id", "=", "gd.user_id"),
          )
          .where("gd.group_id", "in", ids)
          .select(["gd.group_id", "d.device_id"])
          .orderBy("d.device_id")
          .execute();
  const columns = toColumns(rows, {
    group_id: (row) => String(row.group_id),
    group_name: (row) => row.group_name,
    deployment_description: (row) => row.deployment_description,
    devices: (row) =>
      members.filter(({ group_id }) => group_id === row.group_id).map(({ device_id }) => device_id),
    created_on: (row) => row.created_on,
    updated_on: (row) => row.updated_on,
  });
  return byNumber(input, "groups", ids, columns);
};

export const models: Stage = async (input) => {
  const { view, userId, limit } = input;
  const rows = await view
    .selectFrom("user_algs as ua")
    .innerJoin("algs as a", "a.alg_id", "ua.alg_id")
    .where("ua.user_id", "=", userId)
    .where(changed(input, ["a.xid", "ua.xid"]))
    .where("a.alg_id", ">", behind(input))
    .orderBy("a.alg_id")
    .limit(limit)
    .selectAll("a")
    .execute();
  const columns = toColumns(rows, {
    alg_id: (row) => String(row.alg_id),
    alg_name: (row) => row.alg_name,
    alg_description: (row) => row.alg_description,
    alg_type: (row) => row.alg_type,
    author: (row) => row.author,
    framework: (row) => row.framework,
    date_created: (row) => row.date_created,
    classes: (row) => JSON.parse(row.class_definitions) as WireValue,
  });
  return byNumber(
    input,
    "models",
    rows.map(({ alg_id }) => alg_id),
    columns,
  );
};

export const alerts: Stage = async (input) => {
  const { view, userId, limit } = input;
  const rows = await view
    .selectFrom("alerts as a")
    .innerJoin("devices as d", "d.device_ref", "a.device_ref")
    .innerJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "a.device_ref").onRef("du.user_id", "=", "a.user_id"),
    )
    .where("a.user_id", "=", userId)
    .where(changed(input, ["a.xid"], "a.device_ref"))
    .where("a.alert_id", ">", behind(input))
    .orderBy("a.alert_id")
    .limit(limit)
    .select(["a.alert_id", "d.device_id", "a.alert_type", "a.summary", "a.created_at", "a.status"])
    .execute();
  const columns = toColumns(rows, {
    id: (row) => String(row.alert_id),
    alert_key: () => "device_id",
    associated_id: (row) => row.device_id,
    alert_type: (row) => row.alert_type,
    summary: (row) => row.summary,
    created_at: (row) => row.created_at,
    status: (row) => row.status,
  });
  return byNumber(
    input,
    "alerts",
    rows.map(({ alert_id }) => alert_id),
    columns,
  );
};

/**
 * True for rows of which one of these columns was written in the round, or whose Sentinel is reset; in the first
 * sync for all.
 */
export function changed(
  { feed, window, reach }: StageInput,
  xidColumns: readonly string[],
  deviceColumn?: string,
) {
  return <DB, TB extends keyof DB>({ or, lit }: ExpressionBuilder<DB, TB>): Expression<SqlBool> => {
    if (window === null) return sql<SqlBool>`1 = ${lit(1)}`;
    const changes = xidColumns.map((column) => feed.changedBetween(column, window.base, window.target));
    const resets = deviceColumn === undefined || reach.resetRefs.length === 0 ? [] : reach.resetRefs;
    return or(resets.length === 0 ? changes : [...changes, isOneOf(deviceColumn ?? "", resets)]);
  };
}

export function behind({ after }: StageInput): number {
  return after === null ? 0 : after[1];
}

export function byNumber(
  { limit }: StageInput,
  table: SyncTableName,
  numbers: readonly number[],
  columns: Record<string, WireValue[]>,
): StagePart {
  const rows = numbers.length;
  return partOf(numbers, limit, (number) => [number, number], [{ table, rows, columns, gone: [] }]);
}

function columnsOf(rows: readonly Readonly<Record<string, unknown>>[]): Record<string, WireValue[]> {
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] as WireValue)]));
}
