import type { Database, View, WriteTransaction } from "../../db/database.ts";
import { slicesOf } from "../../insight-store/slices-of.ts";
import { isNotCleared } from "../devices/cleared-query.ts";

/** Far below the number of parameters that either database takes. */
const KEYS_A_STATEMENT = 1_000;

/** Of these ids of Sentinels those that exist, with our numbers. */
export async function findDeviceRefs(view: View, deviceIds: readonly string[]): Promise<Map<string, number>> {
  const refs = new Map<string, number>();
  for (const ids of slicesOf(deviceIds, KEYS_A_STATEMENT)) {
    const rows = await view
      .selectFrom("devices")
      .where("device_id", "in", ids)
      .where(() => isNotCleared)
      .select(["device_id", "device_ref"])
      .execute();
    for (const { device_id, device_ref } of rows) refs.set(device_id, device_ref);
  }
  return refs;
}

/** The Sentinels of a user, by our numbers. */
export async function findAssignedDevices(view: View, userId: number): Promise<Map<number, string>> {
  const rows = await view
    .selectFrom("device_users")
    .innerJoin("devices", "devices.device_ref", "device_users.device_ref")
    .where("device_users.user_id", "=", userId)
    .select(["devices.device_ref", "devices.device_id"])
    .orderBy("devices.device_ref")
    .execute();
  return new Map(rows.map(({ device_ref, device_id }) => [device_ref, device_id]));
}

export async function findKnownAlgs(view: View, algIds: readonly number[]): Promise<Set<number>> {
  const known = new Set<number>();
  for (const ids of slicesOf(algIds, KEYS_A_STATEMENT)) {
    const rows = await view.selectFrom("algs").where("alg_id", "in", ids).select("alg_id").execute();
    for (const { alg_id } of rows) known.add(alg_id);
  }
  return known;
}

export async function findKnownReleases(view: View, releaseIds: readonly number[]): Promise<Set<number>> {
  const known = new Set<number>();
  for (const ids of slicesOf(releaseIds, KEYS_A_STATEMENT)) {
    const rows = await view
      .selectFrom("releases")
      .where("release_id", "in", ids)
      .select("release_id")
      .execute();
    for (const { release_id } of rows) known.add(release_id);
  }
  return known;
}

export async function findAssignedAlgs(view: View, userId: number): Promise<number[]> {
  const rows = await view
    .selectFrom("user_algs")
    .where("user_id", "=", userId)
    .select("alg_id")
    .orderBy("alg_id")
    .execute();
  return rows.map(({ alg_id }) => alg_id);
}

export async function findAssignedReleases(view: View, userId: number): Promise<number[]> {
  const rows = await view
    .selectFrom("user_releases")
    .where("user_id", "=", userId)
    .select("release_id")
    .orderBy("release_id")
    .execute();
  return rows.map(({ release_id }) => release_id);
}

/** Ids that a list gains, and those that it loses. */
export interface AssignmentChange {
  readonly userId: number;
  readonly gained: readonly number[];
  readonly lost: readonly number[];
  readonly nowMs: number;
}

export async function changeAlgs(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  { userId, gained, lost, nowMs }: AssignmentChange,
): Promise<void> {
  for (const ids of slicesOf(lost, KEYS_A_STATEMENT)) {
    await transaction
      .deleteFrom("user_algs")
      .where("user_id", "=", userId)
      .where("alg_id", "in", ids)
      .execute();
  }
  const rows = gained.map((alg_id) => ({ user_id: userId, alg_id, added_at: nowMs }));
  await dialect.insertMany(transaction, "user_algs", rows, ["user_id", "alg_id"]);
}

export async function changeReleases(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  { userId, gained, lost, nowMs }: AssignmentChange,
): Promise<void> {
  for (const ids of slicesOf(lost, KEYS_A_STATEMENT)) {
    await transaction
      .deleteFrom("user_releases")
      .where("user_id", "=", userId)
      .where("release_id", "in", ids)
      .execute();
  }
  const rows = gained.map((release_id) => ({ user_id: userId, release_id, assigned_at: nowMs }));
  await dialect.insertMany(transaction, "user_releases", rows, ["user_id", "release_id"]);
}
