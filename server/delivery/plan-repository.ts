import type { Database, View, WriteTransaction } from "../db/database.ts";

/** All that the job which plans messages reads and writes, in its one transaction. */

export type NoticeRow = Awaited<ReturnType<typeof findNotices>>[number];

/** Whether there is anything to plan: a read, so that polling writes nothing. */
export async function hasNotices(view: View): Promise<boolean> {
  return (await view.selectFrom("notices").select("notice_id").limit(1).executeTakeFirst()) !== undefined;
}

/** Serialises planning over all servers: each plan writes this row first. */
export async function lockPlanning(transaction: WriteTransaction, token: string): Promise<void> {
  await transaction
    .insertInto("meta")
    .values({ key: "delivery_planning", value: token })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: token }))
    .execute();
}

export function findNotices(view: View, limit: number) {
  return view.selectFrom("notices").selectAll().orderBy("notice_id").limit(limit).execute();
}

export async function deleteNotices(
  transaction: WriteTransaction,
  noticeIds: readonly number[],
): Promise<void> {
  await transaction.deleteFrom("notices").where("notice_id", "in", noticeIds).execute();
}

export function findInsights(view: View, insightIds: readonly number[]) {
  return view
    .selectFrom("insights")
    .select(["insight_id", "class_name", "photo_id"])
    .where("insight_id", "in", insightIds.length === 0 ? [0] : insightIds)
    .where("set_aside", "=", 0)
    .execute();
}

export function findAlerts(view: View, alertIds: readonly number[]) {
  return view
    .selectFrom("alerts")
    .select(["alert_id", "alert_type", "user_id", "status"])
    .where("alert_id", "in", alertIds.length === 0 ? [0] : alertIds)
    .execute();
}

export type WatcherRow = Awaited<ReturnType<typeof findWatchers>>[number];

/** The users of Sentinels, with the group that each has it in. Accounts that are about to be deleted are left out. */
export function findWatchers(view: View, deviceRefs: readonly number[]) {
  return view
    .selectFrom("device_users as du")
    .innerJoin("devices as d", "d.device_ref", "du.device_ref")
    .innerJoin("users as u", "u.user_id", "du.user_id")
    .leftJoin("group_devices as gd", (join) =>
      join.onRef("gd.user_id", "=", "du.user_id").onRef("gd.device_ref", "=", "du.device_ref"),
    )
    .where("du.device_ref", "in", deviceRefs)
    .where("u.deletion_at", "is", null)
    .select(["du.user_id", "du.device_ref", "du.after_insight_id", "d.device_id", "gd.group_id"])
    .orderBy("du.user_id")
    .execute();
}

export function findIntegrations(view: View, userIds: readonly number[]) {
  return view
    .selectFrom("integrations")
    .select(["user_id", "platform", "gundi_api_key", "alert_setting", "notification_classes"])
    .where("user_id", "in", userIds)
    .orderBy("platform")
    .execute();
}

export function findConfirmedTargets(view: View, userIds: readonly number[]) {
  return view
    .selectFrom("integration_targets")
    .select(["user_id", "platform", "address"])
    .where("user_id", "in", userIds)
    .where("confirmed_at", "is not", null)
    .orderBy("position")
    .execute();
}

export function findToldGroups(view: View, userIds: readonly number[]) {
  return view
    .selectFrom("integration_groups")
    .select(["user_id", "platform", "group_id", "classes"])
    .where("user_id", "in", userIds)
    .execute();
}

/** Those whose session lives: the others are told nothing, and a message to them would count for the daily limit. */
export function findSubscriptions(view: View, userIds: readonly number[], nowMs: number) {
  return view
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", (join) =>
      join.onRef("s.session_id", "=", "p.session_id").onRef("s.user_id", "=", "p.user_id"),
    )
    .select(["p.user_id", "p.subscription_id", "p.topics"])
    .where("p.user_id", "in", userIds)
    .where("s.expires_at", ">", nowMs)
    .orderBy("p.subscription_id")
    .execute();
}

export function findStoredRules(view: View, userIds: readonly number[]) {
  return view
    .selectFrom("notification_rules")
    .select(["user_id", "rules"])
    .where("user_id", "in", userIds)
    .execute();
}

export function findVisits(view: View, userIds: readonly number[], deviceRefs: readonly number[]) {
  return view
    .selectFrom("notification_visits")
    .selectAll()
    .where("user_id", "in", userIds)
    .where("device_ref", "in", deviceRefs)
    .execute();
}

export interface Visit {
  readonly user_id: number;
  readonly device_ref: number;
  readonly class_name: string;
  readonly started_at: number;
  readonly last_at: number;
  readonly insight_count: number;
  readonly told_insight_id: number;
}

export async function storeVisits(transaction: WriteTransaction, visits: readonly Visit[]): Promise<void> {
  for (const visit of visits) {
    const { started_at, last_at, insight_count, told_insight_id } = visit;
    await transaction
      .insertInto("notification_visits")
      .values(visit)
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "device_ref", "class_name"])
          .doUpdateSet({ started_at, last_at, insight_count, told_insight_id }),
      )
      .execute();
  }
}

/** Whether the user has an earlier insight of this class at this Sentinel. */
export async function hasEarlier(
  view: View,
  {
    deviceRef,
    className,
    insightId,
    afterInsightId,
  }: {
    readonly deviceRef: number;
    readonly className: string;
    readonly insightId: number;
    readonly afterInsightId: number;
  },
): Promise<boolean> {
  const row = await view
    .selectFrom("insights")
    .select("insight_id")
    .where("device_ref", "=", deviceRef)
    .where("set_aside", "=", 0)
    .where("class_name", "=", className)
    .where("insight_id", "<", insightId)
    .where("insight_id", ">", afterInsightId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Messages about insights and alerts that were decided on for a user since a moment. */
export async function countDecided(view: View, userId: number, sinceMs: number): Promise<number> {
  const { count } = await view
    .selectFrom("deliveries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("kind", "in", ["insight", "alert"])
    .where("status", "<>", "dropped")
    .where("created_at", ">=", sinceMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of these messages those that nobody has begun to send, locked. */
export function lockUntried(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  dedupeKeys: readonly string[],
) {
  return locks
    .readingUnlocked(
      transaction
        .selectFrom("deliveries")
        .select(["delivery_id", "dedupe_key", "subject"])
        .where("dedupe_key", "in", dedupeKeys)
        .where("status", "=", "waiting")
        .where("attempts", "=", 0)
        .orderBy("delivery_id"),
    )
    .execute();
}

/** Gives a message that waits another subject and name. */
export async function changeUntried(
  transaction: WriteTransaction,
  deliveryId: number,
  change: { readonly subject: string; readonly dedupe_key: string },
): Promise<void> {
  await transaction.updateTable("deliveries").set(change).where("delivery_id", "=", deliveryId).execute();
}

/** The subject of a message by its name; undefined where there is none. */
export async function findSubject(view: View, dedupeKey: string): Promise<string | undefined> {
  const row = await view
    .selectFrom("deliveries")
    .select("subject")
    .where("dedupe_key", "=", dedupeKey)
    .executeTakeFirst();
  return row?.subject;
}

export async function setSubject(
  transaction: WriteTransaction,
  dedupeKey: string,
  subject: string,
): Promise<void> {
  await transaction.updateTable("deliveries").set({ subject }).where("dedupe_key", "=", dedupeKey).execute();
}
