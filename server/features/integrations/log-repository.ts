import type { View } from "../../db/database.ts";

/**
 * Codes that a user asked for since a time, with their addresses, oldest first. Those that a limit over all users kept
 * back count too: each is a line of the log, of which nobody may make any number.
 */
export async function findCodesSince(view: View, userId: number, sinceMs: number) {
  return view
    .selectFrom("deliveries")
    .select(["platform", "target", "created_at"])
    .where("user_id", "=", userId)
    .where("platform", "in", ["email", "sms"])
    .where("kind", "=", "code")
    .where("created_at", ">", sinceMs)
    .orderBy("delivery_id")
    .execute();
}

/** The e-mail of the user's account in lower case. */
export async function findAccountKey(view: View, userId: number): Promise<string | null> {
  const row = await view
    .selectFrom("users")
    .select("email_key")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.email_key ?? null;
}

export type LoggedDelivery = Awaited<ReturnType<typeof findDeliveries>>[number];

interface LogQuestion {
  readonly userId: number;
  readonly platform: string;
  /** Only older ones than this number. */
  readonly before: number | null;
  readonly status: string | null;
  readonly limit: number;
}

/** Messages of a user by one platform, newest first. */
export async function findDeliveries(view: View, { userId, platform, before, status, limit }: LogQuestion) {
  let query = loggedDeliveries(view).where("user_id", "=", userId).where("platform", "=", platform);
  if (before !== null) query = query.where("delivery_id", "<", before);
  if (status !== null) query = query.where("status", "=", status);
  return query.orderBy("delivery_id", "desc").limit(limit).execute();
}

export async function findDelivery(
  view: View,
  userId: number,
  deliveryId: number,
): Promise<LoggedDelivery | undefined> {
  return loggedDeliveries(view)
    .where("user_id", "=", userId)
    .where("delivery_id", "=", deliveryId)
    .executeTakeFirst();
}

function loggedDeliveries(view: View) {
  return view
    .selectFrom("deliveries")
    .select([
      "delivery_id",
      "platform",
      "target",
      "kind",
      "subject",
      "status",
      "attempts",
      "next_at",
      "may_repeat",
      "answer",
      "provider_ref",
      "created_at",
      "ended_at",
    ]);
}

/** Of these Sentinels those that are the user's now, by their number. */
export async function findOwnDevices(view: View, userId: number, deviceRefs: readonly number[]) {
  const rows = await view
    .selectFrom("device_users as u")
    .innerJoin("devices as d", "d.device_ref", "u.device_ref")
    .where("u.user_id", "=", userId)
    .where("u.device_ref", "in", deviceRefs.length === 0 ? [0] : [...deviceRefs])
    .select(["d.device_ref", "d.device_id", "d.device_name", "d.preferred_name"])
    .execute();
  return new Map(rows.map((row) => [row.device_ref, row]));
}
