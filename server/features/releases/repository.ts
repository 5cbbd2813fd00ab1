import type { Transaction } from "kysely";
import type { View } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import type { ReleaseRow } from "./release-shape.ts";

/** All releases, or those that staff assigned to one user. */
export async function findReleases(db: View, assignedTo: number | null): Promise<ReleaseRow[]> {
  const releases = db
    .selectFrom("releases")
    .select(["releases.release_id", "releases.name", "releases.description", "releases.components"]);
  if (assignedTo === null) return releases.execute();
  return releases
    .innerJoin("user_releases", "user_releases.release_id", "releases.release_id")
    .where("user_releases.user_id", "=", assignedTo)
    .execute();
}

export interface ReleasedModelRow {
  alg_id: number;
  alg_name: string;
  framework: string;
  alg_bucket: string | null;
  alg_path: string | null;
  md5_checksum: string | null;
  /** [{class_id, …}] as JSON. */
  class_definitions: string;
}

export async function findModelsById(
  transaction: Transaction<Schema>,
  algIds: readonly number[],
): Promise<ReleasedModelRow[]> {
  if (algIds.length === 0) return [];
  return transaction
    .selectFrom("algs")
    .select([
      "alg_id",
      "alg_name",
      "framework",
      "alg_bucket",
      "alg_path",
      "md5_checksum",
      "class_definitions",
    ])
    .where("alg_id", "in", algIds)
    .execute();
}

export async function insertRelease(
  transaction: Transaction<Schema>,
  values: { name: string; description: string | null; components: string; created_at: number },
): Promise<ReleaseRow> {
  return transaction
    .insertInto("releases")
    .values(values)
    .returning(["release_id", "name", "description", "components"])
    .executeTakeFirstOrThrow();
}
