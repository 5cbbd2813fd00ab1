import { type Selectable, sql, type Transaction } from "kysely";
import type { UpdateStatus } from "../../../src/domain/device/device-update.ts";
import type { UpdateRequest } from "../../../src/domain/device/device-update-request.ts";
import type { Component } from "../../../src/protocol/shapes.ts";
import type { Database } from "../../db/database.ts";
import type { DeviceUpdateTable } from "../../db/schema/models.ts";
import type { Schema } from "../../db/schema.ts";
import { slicesOf } from "../../insight-store/slices-of.ts";

/** Far below the number of parameters that either database takes. */
const REFS_A_STATEMENT = 1_000;

export type DeviceUpdateRow = Selectable<DeviceUpdateTable>;
/** An update with its status on those of its Sentinels that are still its owner's. */
export type OwnUpdateRow = DeviceUpdateRow & { targets: readonly TargetRow[] };
export interface TargetRow {
  readonly device_id: string;
  readonly status: string;
  readonly reported_at: number | null;
  readonly detail: string | null;
}
type Reading = Database["reader"] | Transaction<Schema>;

/** About how many bytes an update and one of its Sentinels are as JSON, beside what the Sentinel said. */
const [UPDATE_BYTES, TARGET_BYTES] = [500, 300];

/** A user's updates, newest first, each with about how many bytes it is as JSON. */
export async function findUpdateKeys(
  reading: Reading,
  userId: number,
): Promise<{ device_update_id: number; bytes: number }[]> {
  const targets = sql<number>`(
    select coalesce(sum(${sql.lit(TARGET_BYTES)} + coalesce(octet_length(t.detail), 0)), 0)
    from device_update_targets t where t.device_update_id = u.device_update_id
  )`;
  const rows = await reading
    .selectFrom("device_updates as u")
    .where("u.user_id", "=", userId)
    .select(["u.device_update_id", targets.as("bytes")])
    .orderBy("u.created_at", "desc")
    .orderBy("u.device_update_id", "desc")
    .execute();
  return rows.map(({ device_update_id, bytes }) => ({
    device_update_id,
    bytes: UPDATE_BYTES + Number(bytes),
  }));
}

/** These updates of a user, newest first, each with those of its Sentinels that are still the user's. */
export async function findUpdates(
  reading: Reading,
  userId: number,
  updateIds: readonly number[],
): Promise<OwnUpdateRow[]> {
  const ofUser = reading
    .selectFrom("device_updates as u")
    .where("u.user_id", "=", userId)
    .where("u.device_update_id", "in", updateIds);
  const rows = await ofUser
    .selectAll("u")
    .orderBy("u.created_at", "desc")
    .orderBy("u.device_update_id", "desc")
    .execute();
  const targets = await ofUser
    .innerJoin("device_update_targets as t", "t.device_update_id", "u.device_update_id")
    .innerJoin("devices as d", "d.device_ref", "t.device_ref")
    .innerJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "t.device_ref").onRef("du.user_id", "=", "u.user_id"),
    )
    .select(["u.device_update_id", "d.device_id", "t.status", "t.reported_at", "t.detail"])
    .execute();
  const targetsOf = new Map<number, TargetRow[]>();
  for (const { device_update_id, ...target } of targets) {
    const known = targetsOf.get(device_update_id);
    if (known === undefined) targetsOf.set(device_update_id, [target]);
    else known.push(target);
  }
  return rows.map((row) => ({ ...row, targets: targetsOf.get(row.device_update_id) ?? [] }));
}

/** Those of these Sentinels that are the user's, locked in one order, so that two writers cannot deadlock. */
export async function findOwnRefs(
  transaction: Transaction<Schema>,
  userId: number,
  deviceIds: readonly string[],
): Promise<number[]> {
  const rows = await transaction
    .selectFrom("device_users")
    .innerJoin("devices", "devices.device_ref", "device_users.device_ref")
    .where("device_users.user_id", "=", userId)
    .where("devices.device_id", "in", deviceIds)
    .select("devices.device_ref")
    .orderBy("devices.device_ref")
    .execute();
  return rows.map(({ device_ref }) => device_ref);
}

export async function isReleaseApproved(
  transaction: Transaction<Schema>,
  userId: number,
  releaseId: number,
): Promise<boolean> {
  const found = await transaction
    .selectFrom("user_releases")
    .select("release_id")
    .where("user_id", "=", userId)
    .where("release_id", "=", releaseId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The pending updates of Sentinels that the user named, each with its owner's e-mail. The e-mail is shown only where
 * the owner still shares such a Sentinel with the user; else it is null.
 */
export async function findPendingUpdates(
  reading: Reading,
  userId: number,
  deviceIds: readonly string[],
): Promise<{ device_update_id: number; email: string | null }[]> {
  const rows = await reading
    .selectFrom("device_update_targets as t")
    .innerJoin("devices as d", "d.device_ref", "t.device_ref")
    .innerJoin("device_users as mine", (join) =>
      join.onRef("mine.device_ref", "=", "t.device_ref").on("mine.user_id", "=", userId),
    )
    .innerJoin("device_updates as u", "u.device_update_id", "t.device_update_id")
    .leftJoin("device_users as theirs", (join) =>
      join.onRef("theirs.device_ref", "=", "t.device_ref").onRef("theirs.user_id", "=", "u.user_id"),
    )
    .leftJoin("users as owner", "owner.user_id", "theirs.user_id")
    .where("t.status", "=", "pending")
    .where("d.device_id", "in", deviceIds)
    .select(["u.device_update_id", "owner.email"])
    .distinct()
    .orderBy("u.device_update_id")
    .execute();
  const emails = new Map<number, string | null>();
  for (const { device_update_id, email } of rows) {
    emails.set(device_update_id, email ?? emails.get(device_update_id) ?? null);
  }
  return Array.from(emails, ([device_update_id, email]) => ({ device_update_id, email }));
}

/** Fails on the unique index where one of the Sentinels has a pending update. */
export async function insertUpdate(
  { dialect }: Pick<Database, "dialect">,
  transaction: Transaction<Schema>,
  userId: number,
  { request, releaseId, deviceRefs, nowMs }: NewUpdate,
): Promise<number> {
  const { settings } = request;
  const { device_update_id } = await transaction
    .insertInto("device_updates")
    .values({
      user_id: userId,
      release_id: releaseId,
      firmware_release_tag: request.firmwareReleaseTag,
      cycle_time: settings.cycleTime,
      trigger_number: settings.triggerNumber,
      satellite_fix_time: settings.satelliteFixTime,
      satellite_passes: settings.satellitePasses,
      status: "pending",
      created_at: nowMs,
    })
    .returning("device_update_id")
    .executeTakeFirstOrThrow();
  const targets = deviceRefs.map((device_ref) => ({
    device_update_id,
    device_ref,
    status: "pending",
    reported_at: null,
    detail: null,
  }));
  await dialect.insertMany(transaction, "device_update_targets", targets);
  return device_update_id;
}

export interface NewUpdate {
  readonly request: UpdateRequest;
  readonly releaseId: number;
  /** Ascending. */
  readonly deviceRefs: readonly number[];
  readonly nowMs: number;
}

/**
 * Locks an update before its status changes. Without it, two Sentinels that report at once would both see it pending.
 */
export async function lockUpdate(transaction: Transaction<Schema>, updateId: number): Promise<boolean> {
  const held = await transaction
    .updateTable("device_updates")
    .set((eb) => ({ status: eb.ref("status") }))
    .where("device_update_id", "=", updateId)
    .executeTakeFirstOrThrow();
  return held.numUpdatedRows > 0n;
}

export async function targetStatuses(
  transaction: Transaction<Schema>,
  updateId: number,
): Promise<{ device_ref: number; status: UpdateStatus }[]> {
  const rows = await transaction
    .selectFrom("device_update_targets")
    .select(["device_ref", "status"])
    .where("device_update_id", "=", updateId)
    .execute();
  return rows as { device_ref: number; status: UpdateStatus }[];
}

/** Stores the status of an update on one Sentinel, or, without one, on all that have not reported. */
export async function setTargets(
  transaction: Transaction<Schema>,
  updateId: number,
  deviceRef: number | null,
  values: { status: UpdateStatus; reported_at: number | null; detail: string | null },
): Promise<void> {
  let targets = transaction
    .updateTable("device_update_targets")
    .set(values)
    .where("device_update_id", "=", updateId)
    .where("status", "=", "pending");
  if (deviceRef !== null) targets = targets.where("device_ref", "=", deviceRef);
  await targets.execute();
}

export async function setUpdateStatus(
  transaction: Transaction<Schema>,
  updateId: number,
  status: UpdateStatus,
): Promise<void> {
  await transaction
    .updateTable("device_updates")
    .set({ status })
    .where("device_update_id", "=", updateId)
    .execute();
}

/**
 * Applies a succeeded update to a Sentinel's row: its settings, and the models that the release has at that time and
 * that still exist. Satellite passes that the update does not name stay.
 */
export async function applySettings(
  { dialect }: Pick<Database, "dialect">,
  transaction: Transaction<Schema>,
  deviceRef: number,
  updateId: number,
): Promise<void> {
  const applied = await transaction
    .selectFrom("device_updates as u")
    .innerJoin("releases as r", "r.release_id", "u.release_id")
    .select(["u.cycle_time", "u.trigger_number", "u.satellite_passes", "r.components"])
    .where("device_update_id", "=", updateId)
    .executeTakeFirstOrThrow();
  const { cycle_time, trigger_number, satellite_passes } = applied;
  await transaction
    .updateTable("devices")
    .set({
      cycle_time,
      trigger_number,
      ...(satellite_passes === null ? {} : { sat_passes: satellite_passes }),
    })
    .where("device_ref", "=", deviceRef)
    .execute();
  const components: Component[] = JSON.parse(applied.components);
  const named = components.map(({ algMetadataId }) => Number(algMetadataId));
  const algs = transaction.selectFrom("algs").select("alg_id");
  const models = named.length === 0 ? [] : await algs.where("alg_id", "in", named).execute();
  const algIds = models.map(({ alg_id }) => alg_id);
  let others = transaction.deleteFrom("deployments").where("device_ref", "=", deviceRef);
  if (algIds.length > 0) others = others.where("alg_id", "not in", algIds);
  await others.execute();
  const rows = algIds.map((alg_id) => ({ device_ref: deviceRef, alg_id }));
  await dialect.insertMany(transaction, "deployments", rows, ["device_ref", "alg_id"]);
}

/** The updates of a user that wait for one of these Sentinels, in the order in which they are locked. */
export async function findPendingOf(
  transaction: Transaction<Schema>,
  userId: number,
  deviceRefs: readonly number[],
): Promise<{ device_update_id: number; device_ref: number }[]> {
  const pending = [];
  for (const refs of slicesOf(deviceRefs, REFS_A_STATEMENT)) {
    const rows = await transaction
      .selectFrom("device_update_targets as t")
      .innerJoin("device_updates as u", "u.device_update_id", "t.device_update_id")
      .where("u.user_id", "=", userId)
      .where("t.device_ref", "in", refs)
      .where("t.status", "=", "pending")
      .select(["t.device_update_id", "t.device_ref"])
      .execute();
    pending.push(...rows);
  }
  return pending.sort((a, b) => a.device_update_id - b.device_update_id);
}

/** The update that waits for a Sentinel, with its release. */
export async function findOffer(db: Database, deviceRef: number) {
  const found = await db.reader
    .selectFrom("device_update_targets as t")
    .innerJoin("device_updates as u", "u.device_update_id", "t.device_update_id")
    .innerJoin("releases as r", "r.release_id", "u.release_id")
    .where("t.device_ref", "=", deviceRef)
    .where("t.status", "=", "pending")
    .selectAll("u")
    .select(["r.name", "r.description", "r.components"])
    .executeTakeFirst();
  return found ?? null;
}
