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

/** The models in a user's account. */
export async function findModels(db: Database, userId: number): Promise<ModelRow[]> {
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
    .execute();
}
