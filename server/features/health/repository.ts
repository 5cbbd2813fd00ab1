import type { WriteTransaction } from "../../db/database.ts";

const KEY = "disk_probe";

/** Writes a row anew, for the sake of writing. */
export async function noteDiskProbe(transaction: WriteTransaction, value: string): Promise<void> {
  await transaction
    .insertInto("meta")
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
