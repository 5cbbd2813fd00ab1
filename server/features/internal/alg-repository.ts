import type { View, WriteTransaction } from "../../db/database.ts";

export interface AlgRow {
  alg_id: number;
  alg_name: string;
  framework: string;
  date_created: number;
  alg_bucket: string | null;
  alg_path: string | null;
  md5_checksum: string | null;
  class_definitions: string;
}

const COLUMNS = [
  "algs.alg_id",
  "algs.alg_name",
  "algs.framework",
  "algs.date_created",
  "algs.alg_bucket",
  "algs.alg_path",
  "algs.md5_checksum",
  "algs.class_definitions",
] as const;

/** All algorithms, or those in one user's account. */
export async function findAlgs(view: View, assignedTo: number | null): Promise<AlgRow[]> {
  const all = view.selectFrom("algs").select(COLUMNS);
  if (assignedTo === null) return all.execute();
  return all
    .innerJoin("user_algs", "user_algs.alg_id", "algs.alg_id")
    .where("user_algs.user_id", "=", assignedTo)
    .execute();
}

export async function findAlg(view: View, algId: number): Promise<AlgRow | null> {
  const found = await view
    .selectFrom("algs")
    .select(COLUMNS)
    .where("algs.alg_id", "=", algId)
    .executeTakeFirst();
  return found ?? null;
}

export async function setAlgFile(
  transaction: WriteTransaction,
  algId: number,
  file: { alg_bucket: string; alg_path: string; md5_checksum: string },
): Promise<void> {
  await transaction.updateTable("algs").set(file).where("alg_id", "=", algId).execute();
}
