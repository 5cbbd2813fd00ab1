import type { Database } from "../../db/database.ts";

export interface StoredFeature {
  key: string;
  enabled: number;
}

/** The switches that a user has ever set; a missing one is off. */
export async function readFeatures(db: Database, userId: number): Promise<StoredFeature[]> {
  return db.reader
    .selectFrom("user_features")
    .select(["key", "enabled"])
    .where("user_id", "=", userId)
    .execute();
}

export async function writeFeature(
  db: Database,
  userId: number,
  key: string,
  enabled: boolean,
): Promise<void> {
  await db.write((transaction) =>
    transaction
      .insertInto("user_features")
      .values({ user_id: userId, key, enabled: enabled ? 1 : 0 })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "key"]).doUpdateSet({ enabled: enabled ? 1 : 0 }),
      )
      .execute(),
  );
}
