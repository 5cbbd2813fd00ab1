import { sql } from "kysely";
import type { Database, View, WriteTransaction } from "../../db/database.ts";

/** The photos of a user. */
export interface PhotoUse {
  /** Of stored photos and of unfinished uploads, these as large as they may become. */
  readonly bytes: number;
  readonly uploads: number;
}

/** The users to whom a Sentinel is assigned. */
export async function findUsersOf(view: View, deviceRef: number): Promise<number[]> {
  const rows = await view
    .selectFrom("device_users")
    .select("user_id")
    .where("device_ref", "=", deviceRef)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => Number(user_id));
}

/**
 * The photos of the Sentinels of a user, those included that the user gave up and nobody took over.
 *
 * @param unknownBytes of an upload whose size is not known
 * @param exceptUpload an upload that is not counted, because another takes its place
 */
export async function readPhotoUse(
  view: View,
  userId: number,
  unknownBytes: number,
  exceptUpload = 0,
): Promise<PhotoUse> {
  const { rows } = await sql<{ stored: number; begun: number; uploads: number }>`
    with own as (
      select device_ref from device_users where user_id = ${userId}
      union
      select r.device_ref from device_revocations r where r.user_id = ${userId}
        and not exists (select 1 from device_users u where u.device_ref = r.device_ref)
    ), begun as (
      select case when u.total_bytes > 0 then u.total_bytes else ${sql.lit(unknownBytes)} end as bytes
      from photo_uploads u join own on own.device_ref = u.device_ref
      where u.upload_id <> ${exceptUpload}
    )
    select
      (select coalesce(sum(b.photo_bytes), 0) from device_photo_bytes b join own on own.device_ref = b.device_ref) as stored,
      (select coalesce(sum(bytes), 0) from begun) as begun,
      (select count(*) from begun) as uploads
  `.execute(view);
  const [use] = rows;
  return { bytes: Number(use?.stored ?? 0) + Number(use?.begun ?? 0), uploads: Number(use?.uploads ?? 0) };
}

/** Whether a photo of the Sentinel has this content. */
export async function holdsPhoto(view: View, deviceRef: number, contentHash: string): Promise<boolean> {
  const found = await view
    .selectFrom("photos")
    .select("photo_id")
    .where("device_ref", "=", deviceRef)
    .where("content_hash", "=", contentHash)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Lets one transaction at a time count the photos of these users. */
export async function lockUsers(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const users = transaction.selectFrom("users").select("user_id").where("user_id", "in", userIds);
  await locks.lock(transaction, users.orderBy("user_id"), "no key update");
}
