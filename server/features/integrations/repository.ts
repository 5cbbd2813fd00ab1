import type { Insertable, Updateable } from "kysely";
import type { View, WriteTransaction } from "../../db/database.ts";
import type { IntegrationTable, IntegrationTargetTable } from "../../db/schema/integrations.ts";

export type StoredIntegration = Awaited<ReturnType<typeof findIntegrations>>[number];
export type StoredTarget = Awaited<ReturnType<typeof findTargets>>[number];
export type StoredGroup = Awaited<ReturnType<typeof findIntegrationGroups>>[number];

/** The user's integrations, or the one of a platform. */
export async function findIntegrations(view: View, userId: number, platform?: string) {
  const all = view.selectFrom("integrations").selectAll().where("user_id", "=", userId);
  return (platform === undefined ? all : all.where("platform", "=", platform)).execute();
}

/** The addresses of the user's integrations, or of one, in the order of their lists. */
export async function findTargets(view: View, userId: number, platform?: string) {
  const all = view
    .selectFrom("integration_targets")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("platform")
    .orderBy("position")
    .orderBy("target_id");
  return (platform === undefined ? all : all.where("platform", "=", platform)).execute();
}

/** The groups of the user's integrations, or of one, in the order of their lists. */
export async function findIntegrationGroups(view: View, userId: number, platform?: string) {
  const all = view
    .selectFrom("integration_groups")
    .select(["platform", "group_id", "classes"])
    .where("user_id", "=", userId)
    .orderBy("platform")
    .orderBy("position")
    .orderBy("group_id");
  return (platform === undefined ? all : all.where("platform", "=", platform)).execute();
}

/** Those of the named groups that are the user's. */
export async function findOwnGroups(
  view: View,
  userId: number,
  groupIds: readonly number[],
): Promise<Set<number>> {
  if (groupIds.length === 0) return new Set();
  const rows = await view
    .selectFrom("groups")
    .select("group_id")
    .where("user_id", "=", userId)
    .where("group_id", "in", [...groupIds])
    .execute();
  return new Set(rows.map(({ group_id }) => group_id));
}

export async function insertIntegration(
  transaction: WriteTransaction,
  row: Insertable<IntegrationTable>,
): Promise<void> {
  await transaction.insertInto("integrations").values(row).execute();
}

export async function updateIntegration(
  transaction: WriteTransaction,
  { userId, platform }: { readonly userId: number; readonly platform: string },
  values: Updateable<IntegrationTable>,
): Promise<void> {
  await transaction
    .updateTable("integrations")
    .set(values)
    .where("user_id", "=", userId)
    .where("platform", "=", platform)
    .execute();
}

/** Deletes an integration with its addresses and groups; the log of its messages stays. */
export async function deleteIntegration(
  transaction: WriteTransaction,
  userId: number,
  platform: string,
): Promise<boolean> {
  for (const table of ["integration_targets", "integration_groups"] as const) {
    await transaction
      .deleteFrom(table)
      .where("user_id", "=", userId)
      .where("platform", "=", platform)
      .execute();
  }
  const { numDeletedRows } = await transaction
    .deleteFrom("integrations")
    .where("user_id", "=", userId)
    .where("platform", "=", platform)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertTarget(
  transaction: WriteTransaction,
  row: Insertable<IntegrationTargetTable>,
): Promise<number> {
  const { target_id } = await transaction
    .insertInto("integration_targets")
    .values(row)
    .returning("target_id")
    .executeTakeFirstOrThrow();
  return target_id;
}

export async function updateTarget(
  transaction: WriteTransaction,
  targetId: number,
  values: Updateable<IntegrationTargetTable>,
): Promise<void> {
  await transaction
    .updateTable("integration_targets")
    .set(values)
    .where("target_id", "=", targetId)
    .execute();
}

export async function deleteTargets(
  transaction: WriteTransaction,
  targetIds: readonly number[],
): Promise<void> {
  if (targetIds.length === 0) return;
  await transaction
    .deleteFrom("integration_targets")
    .where("target_id", "in", [...targetIds])
    .execute();
}

/** The address behind a number, whosever it is. */
export async function findTarget(view: View, targetId: number): Promise<StoredTarget | undefined> {
  return view
    .selectFrom("integration_targets")
    .selectAll()
    .where("target_id", "=", targetId)
    .executeTakeFirst();
}

/** @param groups each group once; `classes` is JSON */
export async function replaceGroups(
  transaction: WriteTransaction,
  { userId, platform }: { readonly userId: number; readonly platform: string },
  groups: readonly { readonly group_id: number; readonly classes: string }[],
): Promise<void> {
  await transaction
    .deleteFrom("integration_groups")
    .where("user_id", "=", userId)
    .where("platform", "=", platform)
    .execute();
  if (groups.length === 0) return;
  await transaction
    .insertInto("integration_groups")
    .values(groups.map((group, position) => ({ user_id: userId, platform, position, ...group })))
    .execute();
}
