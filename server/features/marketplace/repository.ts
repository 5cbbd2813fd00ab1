import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import type { AlgTable } from "../../db/schema/models.ts";
import type { Schema } from "../../db/schema.ts";

type Reading = Database["reader"] | Transaction<Schema>;

export interface MarketModelRow {
  alg_id: number;
  alg_name: string;
  alg_description: string | null;
  author: string | null;
  framework: string;
  image_path: string | null;
  class_definitions: string;
  /** The user in whose account the model is; null where it is not in the caller's. */
  holder: number | null;
}

/** The public models, each with whether it is in this user's account. */
export async function findMarketModels(
  reading: Reading,
  userId: number,
  algId: number | null = null,
): Promise<MarketModelRow[]> {
  let models = reading
    .selectFrom("algs")
    .leftJoin("user_algs", (join) =>
      join.onRef("user_algs.alg_id", "=", "algs.alg_id").on("user_algs.user_id", "=", userId),
    )
    .where("algs.is_public", "=", 1);
  if (algId !== null) models = models.where("algs.alg_id", "=", algId);
  return models
    .select([
      "algs.alg_id",
      "algs.alg_name",
      "algs.alg_description",
      "algs.author",
      "algs.framework",
      "algs.image_path",
      "algs.class_definitions",
      "user_algs.user_id as holder",
    ])
    .execute();
}

export async function insertIntoAccount(
  transaction: Transaction<Schema>,
  values: { user_id: number; alg_id: number; added_at: number },
): Promise<void> {
  await transaction
    .insertInto("user_algs")
    .values(values)
    .onConflict((conflict) => conflict.columns(["user_id", "alg_id"]).doNothing())
    .execute();
}

export interface ReachedModelRow {
  alg_id: number;
  alg_name: string;
  alg_bucket: string | null;
  alg_path: string | null;
  md5_checksum: string | null;
  class_definitions: string;
}

/** A model that a user may look at: it is public, or in their account. */
export async function findReachedModel(
  db: Database,
  userId: number,
  algId: number,
): Promise<ReachedModelRow | null> {
  const found = await db.reader
    .selectFrom("algs")
    .leftJoin("user_algs", (join) =>
      join.onRef("user_algs.alg_id", "=", "algs.alg_id").on("user_algs.user_id", "=", userId),
    )
    .where("algs.alg_id", "=", algId)
    .where((eb) => eb.or([eb("algs.is_public", "=", 1), eb("user_algs.user_id", "is not", null)]))
    .select([
      "algs.alg_id",
      "algs.alg_name",
      "algs.alg_bucket",
      "algs.alg_path",
      "algs.md5_checksum",
      "algs.class_definitions",
    ])
    .executeTakeFirst();
  return found ?? null;
}

export async function insertPublicModel(
  transaction: Transaction<Schema>,
  values: Omit<Selectable<AlgTable>, "alg_id" | "xid">,
): Promise<number> {
  const { alg_id } = await transaction
    .insertInto("algs")
    .values(values)
    .returning("alg_id")
    .executeTakeFirstOrThrow();
  return alg_id;
}
