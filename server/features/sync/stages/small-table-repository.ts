import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { ALERT_FIELDS } from "../../../../src/protocol/records/alert-fields.ts";
import { DEVICE_FIELDS } from "../../../../src/protocol/records/device-fields.ts";
import { GROUP_FIELDS } from "../../../../src/protocol/records/group-fields.ts";
import { MODEL_FIELDS } from "../../../../src/protocol/records/model-fields.ts";
import type { ModelClass } from "../../../../src/protocol/records/record-fields.ts";
import type { SyncTableName, WireValue } from "../../../../src/protocol/sync-page.ts";
import { feedColumns } from "../../../record-values.ts";
import { ALERT_COLUMNS } from "../../alerts/alert-columns-query.ts";
import { newestUpdateStatus } from "../../device-updates/newest-status-repository.ts";
import { derivedDeviceFields } from "../../devices/device-shape.ts";
import { isOneOf } from "../../insights/insight-scope-query.ts";
import { type BoundedRows, bytesOf, rowsWithin } from "./bounded-rows-query.ts";
import { partOf, type Stage, type StageInput, type StagePart } from "./stage.ts";

/*
 * The small tables: each is read in the order of its number, in the first sync as a whole, later the rows that
 * changed in the round. A row that changes again during the round comes with the next one, so no order by change is
 * needed.
 */

/** The numbers, times and names of fields of a row; its texts are counted beside them. */
const DEVICE_SIZE = bytesOf(1_000, [
  ...["device_name", "preferred_name", "description", "location_name", "location_description"],
  ...["summary", "satellite_uid", "lora_uid", "software_version", "hardware_id", "mcu_version", "cell_uid"],
]);
const GROUP_SIZE = bytesOf(200, ["group_name", "deployment_description"]);
const MODEL_SIZE = bytesOf(400, [
  ...["alg_name", "alg_description", "alg_type", "author", "framework", "image_path"],
  ...["alg_bucket", "alg_path", "class_definitions"],
]);
const ALERT_SIZE = bytesOf(400, ["device_id", "summary", "acknowledged_by", "resolved_by"]);

export const devices: Stage = async (input) => {
  const { view, userId, limit } = input;
  const query = view
    .selectFrom("device_users as du")
    .innerJoin("devices as d", "d.device_ref", "du.device_ref")
    .where("du.user_id", "=", userId)
    .where(changed(input, ["d.xid"], "d.device_ref"))
    .where("d.device_ref", ">", behind(input))
    .orderBy("d.device_ref")
    .limit(limit)
    .selectAll("d")
    .select(newestUpdateStatus("d.device_ref").as("update_status"));
  const read = await rowsWithin(view, query, { key: "device_ref", size: DEVICE_SIZE, bytes: input.bytes });
  const { rows } = read;
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
  const algIds = new Map<number, string[]>();
  for (const { device_ref, alg_id } of deployed) {
    algIds.set(device_ref, [...(algIds.get(device_ref) ?? []), String(alg_id)]);
  }
  const derive = derivedDeviceFields((ref) => algIds.get(ref) ?? []);
  return bounded(input, "devices", read, refs, feedColumns(DEVICE_FIELDS, rows, derive));
};

export const groups: Stage = async (input) => {
  const { view, userId, limit } = input;
  const query = view
    .selectFrom("groups as g")
    .where("g.user_id", "=", userId)
    .where(changed(input, ["g.xid"]))
    .where("g.group_id", ">", behind(input))
    .orderBy("g.group_id")
    .limit(limit)
    .selectAll("g");
  const read = await rowsWithin(view, query, { key: "group_id", size: GROUP_SIZE, bytes: input.bytes });
  const { rows } = read;
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
  const devicesOf = new Map<number, string[]>(ids.map((id) => [id, []]));
  for (const { group_id, device_id } of members) devicesOf.get(group_id)?.push(device_id);
  const columns = feedColumns(GROUP_FIELDS, rows, { devices: (row) => devicesOf.get(row.group_id) ?? [] });
  return bounded(input, "groups", read, ids, columns);
};

export const models: Stage = async (input) => {
  const { view, userId, limit } = input;
  const query = view
    .selectFrom("user_algs as ua")
    .innerJoin("algs as a", "a.alg_id", "ua.alg_id")
    .where("ua.user_id", "=", userId)
    .where(changed(input, ["a.xid", "ua.xid"]))
    .where("a.alg_id", ">", behind(input))
    .orderBy("a.alg_id")
    .limit(limit)
    .selectAll("a");
  const read = await rowsWithin(view, query, { key: "alg_id", size: MODEL_SIZE, bytes: input.bytes });
  const { rows } = read;
  const columns = feedColumns(MODEL_FIELDS, rows, {
    classes: (row) => JSON.parse(row.class_definitions) as ModelClass[],
  });
  return bounded(
    input,
    "models",
    read,
    rows.map(({ alg_id }) => alg_id),
    columns,
  );
};

export const alerts: Stage = async (input) => {
  const { view, userId, limit } = input;
  const query = view
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
    .select(ALERT_COLUMNS);
  const read = await rowsWithin(view, query, { key: "alert_id", size: ALERT_SIZE, bytes: input.bytes });
  const { rows } = read;
  const columns = feedColumns(ALERT_FIELDS, rows, { alert_key: () => "device_id" });
  return bounded(
    input,
    "alerts",
    read,
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

function bounded(
  input: StageInput,
  table: SyncTableName,
  { bytes, isFull }: Pick<BoundedRows<unknown>, "bytes" | "isFull">,
  numbers: readonly number[],
  columns: Record<string, WireValue[]>,
): StagePart {
  const limit = isFull ? numbers.length : input.limit;
  return { ...byNumber({ ...input, limit }, table, numbers, columns), bytes, isFull };
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
