import type { Transaction, Updateable } from "kysely";
import type { Database, WriteTransaction } from "../../db/database.ts";
import { laterOf } from "../../db/later-of.ts";
import type { DeviceTable } from "../../db/schema/devices.ts";
import type { Schema } from "../../db/schema.ts";

/** Columns of a Sentinel's row that a report may set. */
export type StatusColumns = Pick<
  Updateable<DeviceTable>,
  | "battery_voltage"
  | "memory_remaining"
  | "images_processed"
  | "last_trigger_at"
  | "cable_error"
  | "latitude"
  | "longitude"
  | "sat_passes"
  | "satellite_uid"
  | "lora_uid"
  | "cell_uid"
  | "software_version"
  | "hardware_id"
  | "mcu_version"
>;

/** The columns that one report sets. */
export interface DeviceFields {
  readonly columns: Partial<StatusColumns>;
  readonly summary: Readonly<Record<string, unknown>>;
}

export interface TakenReport {
  readonly recordedMs: number;
  readonly receivedMs: number;
  readonly fields: DeviceFields;
  /** JSON, as received. */
  readonly report: string;
}

/**
 * Reports of a later moment that are compared. A Sentinel has more only if its clock was set back by years; then
 * every field counts as reported later.
 */
const NEWER_REPORTS_MAX = 500;

export interface StoredReport {
  readonly lastSeenMs: number | null;
  /** Whether it was stored now: a report of the same moment was not there. */
  readonly isNew: boolean;
  /** Where a report of a later moment was there; else null. */
  readonly overtaken: OvertakenReport | null;
}

export interface OvertakenReport {
  /** When the report of the latest moment was received; null where it was not stored. */
  readonly newestReceivedMs: number | null;
  /** The part that no report of a later moment tells. */
  readonly unsaid: DeviceFields;
}

/**
 * Stores a report, once for each moment, and updates the Sentinel's row, which stays locked.
 *
 * @returns undefined where the Sentinel was deleted
 */
export async function takeReport(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  deviceRef: number,
  taken: TakenReport,
): Promise<StoredReport | undefined> {
  const row = transaction.selectFrom("devices").where("device_ref", "=", deviceRef);
  const device = await locks
    .reading(row.select(["last_seen", "summary", "status_recorded_at"]))
    .executeTakeFirst();
  if (device === undefined) return undefined;
  const { columns } = taken.fields;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("device_reports")
    .values({
      device_ref: deviceRef,
      recorded_at: taken.recordedMs,
      received_at: taken.receivedMs,
      battery_voltage: columns.battery_voltage ?? null,
      memory_remaining: columns.memory_remaining ?? null,
      images_processed: columns.images_processed ?? null,
      report: taken.report,
    })
    .onConflict((conflict) => conflict.columns(["device_ref", "recorded_at"]).doNothing())
    .executeTakeFirstOrThrow();
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) {
    return { lastSeenMs: device.last_seen, isNew: false, overtaken: null };
  }
  const newestMs = device.status_recorded_at;
  const isNewest = newestMs === null || taken.recordedMs > newestMs;
  const overtaken = isNewest
    ? null
    : {
        newestReceivedMs: await findReceived(transaction, deviceRef, newestMs),
        unsaid: await unsaidSince(transaction, deviceRef, taken),
      };
  const fresh = overtaken?.unsaid ?? taken.fields;
  const before = device.summary === null ? {} : JSON.parse(device.summary);
  const { last_seen } = await transaction
    .updateTable("devices")
    .set({
      ...fresh.columns,
      ...(Object.keys(fresh.summary).length === 0
        ? {}
        : { summary: JSON.stringify({ ...before, ...fresh.summary }) }),
      ...(isNewest ? { status_recorded_at: taken.recordedMs } : {}),
      last_seen: laterOf("last_seen", taken.receivedMs),
    })
    .where("device_ref", "=", deviceRef)
    .returning("last_seen")
    .executeTakeFirstOrThrow();
  return { lastSeenMs: last_seen, isNew: true, overtaken };
}

async function findReceived(
  transaction: Transaction<Schema>,
  deviceRef: number,
  recordedMs: number,
): Promise<number | null> {
  const row = await transaction
    .selectFrom("device_reports")
    .select("received_at")
    .where("device_ref", "=", deviceRef)
    .where("recorded_at", "=", recordedMs)
    .executeTakeFirst();
  return row?.received_at ?? null;
}

/** The fields of a late report that no report of a later moment has set. */
async function unsaidSince(
  transaction: Transaction<Schema>,
  deviceRef: number,
  { recordedMs, fields }: TakenReport,
): Promise<DeviceFields> {
  const newer = await transaction
    .selectFrom("device_reports")
    .select("report")
    .where("device_ref", "=", deviceRef)
    .where("recorded_at", ">", recordedMs)
    .limit(NEWER_REPORTS_MAX)
    .execute();
  if (newer.length === NEWER_REPORTS_MAX) return { columns: {}, summary: {} };
  const said = newer.map(({ report }) => JSON.parse(report) as Record<string, unknown>);
  const unsaid = <T extends object>(values: T, reports: readonly Record<string, unknown>[]): T =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) => reports.every((report) => (report[name] ?? null) === null)),
    ) as T;
  return {
    columns: unsaid(fields.columns, said),
    summary: unsaid(
      fields.summary,
      said.map((report) => (report.summary ?? {}) as Record<string, unknown>),
    ),
  };
}
