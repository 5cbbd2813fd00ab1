import type { View } from "../db/database.ts";

/** Rows that a message is made of, read at the moment of sending and only as far as the user reaches them. */

export async function findToldInsight(view: View, userId: number, insightId: number) {
  return view
    .selectFrom("insights as i")
    .innerJoin("device_users as du", "du.device_ref", "i.device_ref")
    .innerJoin("devices as d", "d.device_ref", "i.device_ref")
    .where("i.insight_id", "=", insightId)
    .where("du.user_id", "=", userId)
    .where("i.set_aside", "=", 0)
    .where("i.insight_status", "<>", "archive")
    .whereRef("i.insight_id", ">", "du.after_insight_id")
    .select([
      "i.insight_id",
      "i.device_ref",
      "i.class_name",
      "i.confidence",
      "i.group_confidence",
      "i.is_from_lora",
      "i.time_stamp",
      "i.file_ctime",
      "i.latitude",
      "i.longitude",
      "i.photo_id",
      ...DEVICE_COLUMNS,
    ])
    .executeTakeFirst();
}

const DEVICE_COLUMNS = [
  "d.device_id",
  "d.device_name",
  "d.preferred_name",
  "d.location_name",
  "d.latitude as device_latitude",
  "d.longitude as device_longitude",
] as const;

export type ToldInsight = NonNullable<Awaited<ReturnType<typeof findToldInsight>>>;

export async function findToldAlert(view: View, userId: number, alertId: number) {
  return view
    .selectFrom("alerts as a")
    .innerJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "a.device_ref").onRef("du.user_id", "=", "a.user_id"),
    )
    .innerJoin("devices as d", "d.device_ref", "a.device_ref")
    .where("a.alert_id", "=", alertId)
    .where("a.user_id", "=", userId)
    .select(["a.alert_id", "a.alert_type", "a.summary", "a.status", "a.created_at", ...DEVICE_COLUMNS])
    .executeTakeFirst();
}

/** How many insights the running visit of a class has, where this insight's message tells of it. */
export async function countOfVisit(
  view: View,
  userId: number,
  { deviceRef, className, insightId }: { deviceRef: number; className: string; insightId: number },
): Promise<number> {
  const row = await view
    .selectFrom("notification_visits")
    .select("insight_count")
    .where("user_id", "=", userId)
    .where("device_ref", "=", deviceRef)
    .where("class_name", "=", className)
    .where("told_insight_id", "=", insightId)
    .executeTakeFirst();
  return row?.insight_count ?? 1;
}

export async function findPhotoHash(view: View, photoId: number): Promise<string | null> {
  const row = await view
    .selectFrom("photos")
    .select("content_hash")
    .where("photo_id", "=", photoId)
    .executeTakeFirst();
  return row?.content_hash ?? null;
}

/** What the user has entered for a platform; undefined where the integration was deleted. */
export async function findIntegration(view: View, userId: number, platform: string) {
  return view
    .selectFrom("integrations as n")
    .innerJoin("users as u", "u.user_id", "n.user_id")
    .select(["n.gundi_api_key"])
    .where("n.user_id", "=", userId)
    .where("n.platform", "=", platform)
    .where("u.deletion_at", "is", null)
    .executeTakeFirst();
}

export async function findAddress(view: View, userId: number, platform: string, address: string) {
  return view
    .selectFrom("integration_targets")
    .select(["target_id", "confirmed_at", "unsubscribe_key"])
    .where("user_id", "=", userId)
    .where("platform", "=", platform)
    .where("address", "=", address)
    .executeTakeFirst();
}
