import type { View } from "../../db/database.ts";

export interface DigestReaderRow {
  readonly user_id: number;
  readonly target_id: number;
  readonly address: string;
  /** When the integration was last changed. */
  readonly updated_at: number;
  /** JSON of NotificationRules; null: the defaults. */
  readonly rules: string | null;
}

/** The confirmed addresses to which a digest goes; none of an account that waits for its deletion. */
export async function findDigestReaders(view: View): Promise<DigestReaderRow[]> {
  const rows = await view
    .selectFrom("integrations as n")
    .innerJoin("integration_targets as t", (join) =>
      join.onRef("t.user_id", "=", "n.user_id").onRef("t.platform", "=", "n.platform"),
    )
    .innerJoin("users as u", "u.user_id", "n.user_id")
    .leftJoin("notification_rules as r", "r.user_id", "n.user_id")
    .where("u.deletion_at", "is", null)
    .where("n.platform", "=", "email")
    .where("n.digest_setting", "=", "daily")
    .where("t.confirmed_at", "is not", null)
    .select(["n.user_id", "t.target_id", "t.address", "n.updated_at", "r.rules"])
    .orderBy("t.target_id")
    .execute();
  return rows.map((row) => ({ ...row, updated_at: Number(row.updated_at) }));
}
