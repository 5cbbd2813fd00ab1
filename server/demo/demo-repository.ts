import type { Insertable } from "kysely";
import type { Database, WriteTransaction } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";
import type { InsightValues } from "../insight-store/insight-values.ts";

type Row<Table extends keyof Schema> = Insertable<Schema[Table]>;

/** Rows of one slice; in an empty database their ids are known beforehand. */
export interface DemoSlice {
  readonly collections: InsightValues[];
  readonly insights: InsightValues[];
  readonly photos: InsightValues[];
}

export async function insertSlice(db: Database, slice: DemoSlice): Promise<void> {
  await db.write(async (transaction) => {
    await db.dialect.insertMany(transaction, "collections", slice.collections);
    await db.dialect.insertMany(transaction, "insights", slice.insights);
    await db.dialect.insertMany(transaction, "photos", slice.photos);
  });
}

export async function insertFeature(
  transaction: WriteTransaction,
  userId: number,
  key: string,
): Promise<void> {
  await transaction.insertInto("user_features").values({ user_id: userId, key, enabled: 1 }).execute();
}

/** A Sentinel of one user, with the model that it runs, or none. @returns its `device_ref` */
export async function insertSentinel(
  transaction: WriteTransaction,
  device: Row<"devices">,
  { userId, algId, nowMs }: { userId: number; algId: number | undefined; nowMs: number },
): Promise<number> {
  const { device_ref } = await transaction
    .insertInto("devices")
    .values(device)
    .returning("device_ref")
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto("device_users")
    .values({ device_ref, user_id: userId, after_insight_id: 0, granted_at: nowMs })
    .execute();
  if (algId !== undefined) {
    await transaction.insertInto("deployments").values({ device_ref, alg_id: algId }).execute();
  }
  return Number(device_ref);
}

/** Inserts the daily reports of a Sentinel. @param recordedMs moments of the reports, epoch ms */
export async function insertReports(
  transaction: WriteTransaction,
  deviceRef: number,
  recordedMs: readonly number[],
): Promise<void> {
  const rows = recordedMs.map((atMs) => ({
    device_ref: deviceRef,
    recorded_at: atMs,
    received_at: atMs,
    battery_voltage: null,
    memory_remaining: null,
    images_processed: null,
    report: "{}",
  }));
  await transaction.insertInto("device_reports").values(rows).execute();
}

/** @returns its id */
export async function insertGroupOf(
  transaction: WriteTransaction,
  group: Row<"groups">,
  deviceRefs: readonly number[],
): Promise<number> {
  const { group_id } = await transaction
    .insertInto("groups")
    .values(group)
    .returning("group_id")
    .executeTakeFirstOrThrow();
  const rows = deviceRefs.map((device_ref) => ({ user_id: group.user_id, device_ref, group_id }));
  await transaction.insertInto("group_devices").values(rows).execute();
  return Number(group_id);
}

/** @returns its id */
export async function insertModel(transaction: WriteTransaction, model: Row<"algs">): Promise<number> {
  const { alg_id } = await transaction
    .insertInto("algs")
    .values(model)
    .returning("alg_id")
    .executeTakeFirstOrThrow();
  return Number(alg_id);
}

export async function insertIntoAccount(
  transaction: WriteTransaction,
  model: Row<"user_algs">,
): Promise<void> {
  await transaction.insertInto("user_algs").values(model).execute();
}

/** A release that is approved for a user. @returns its id */
export async function insertRelease(
  transaction: WriteTransaction,
  release: Row<"releases">,
  { userId, assignedMs }: { userId: number; assignedMs: number },
): Promise<number> {
  const { release_id } = await transaction
    .insertInto("releases")
    .values(release)
    .returning("release_id")
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto("user_releases")
    .values({ user_id: userId, release_id, assigned_at: assignedMs })
    .execute();
  return Number(release_id);
}

export async function insertDeviceUpdate(
  transaction: WriteTransaction,
  update: Row<"device_updates">,
  targets: readonly Omit<Row<"device_update_targets">, "device_update_id">[],
): Promise<void> {
  const { device_update_id } = await transaction
    .insertInto("device_updates")
    .values(update)
    .returning("device_update_id")
    .executeTakeFirstOrThrow();
  const rows = targets.map((target) => ({ ...target, device_update_id }));
  await transaction.insertInto("device_update_targets").values(rows).execute();
}
