import { sql } from "kysely";
import type { Database } from "../../db/database.ts";

export interface ModelRow {
  alg_id: number;
  alg_name: string;
  alg_description: string | null;
  alg_type: string | null;
  author: string | null;
  framework: string;
  class_definitions: string;
  date_created: number;
}

export interface ModelKey {
  alg_id: number;
  alg_name: string;
  /** About how many bytes it is as JSON. */
  bytes: number;
}

/** The JSON of a model beside its texts. */
const MODEL_BYTES = 400;

/** Names and sizes of the models in a user's account. */
export async function findModelKeys(db: Database, userId: number): Promise<ModelKey[]> {
  return db.reader
    .selectFrom("user_algs")
    .innerJoin("algs", "algs.alg_id", "user_algs.alg_id")
    .select(["algs.alg_id", "algs.alg_name"])
    .select(
      sql<number>`${sql.lit(MODEL_BYTES)} + octet_length(algs.alg_name) + octet_length(algs.class_definitions)
        + coalesce(octet_length(algs.alg_description), 0) + coalesce(octet_length(algs.author), 0)`.as(
        "bytes",
      ),
    )
    .where("user_algs.user_id", "=", userId)
    .execute();
}

/** Those of these models that are in a user's account. */
export async function findModels(
  db: Database,
  userId: number,
  algIds: readonly number[],
): Promise<ModelRow[]> {
  return db.reader
    .selectFrom("user_algs")
    .innerJoin("algs", "algs.alg_id", "user_algs.alg_id")
    .select([
      "algs.alg_id",
      "algs.alg_name",
      "algs.alg_description",
      "algs.alg_type",
      "algs.author",
      "algs.framework",
      "algs.class_definitions",
      "algs.date_created",
    ])
    .where("user_algs.user_id", "=", userId)
    .where("algs.alg_id", "in", algIds)
    .execute();
}
