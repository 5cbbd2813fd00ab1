import type { Database, View } from "../db/database.ts";

const KEY = "alerts_evaluated_at";

/** Read before the claim, so that idle polls of several servers do not write. */
export async function isEvaluationDue(db: Database, nowMs: number, everyMs: number): Promise<boolean> {
  return isDue(await evaluatedAt(db.reader), nowMs, everyMs);
}

/** Records an evaluation that begins now. @returns false where another server was first */
export async function claimEvaluation(db: Database, nowMs: number, everyMs: number): Promise<boolean> {
  const value = String(nowMs);
  return db.write(async (transaction) => {
    await transaction
      .insertInto("meta")
      .values({ key: KEY, value: "" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = transaction.selectFrom("meta").select("value").where("key", "=", KEY);
    const before = await db.locks.reading(row).executeTakeFirstOrThrow();
    if (!isDue(before.value, nowMs, everyMs)) return false;
    await transaction.updateTable("meta").set({ value }).where("key", "=", KEY).execute();
    return true;
  });
}

async function evaluatedAt(view: View): Promise<string | undefined> {
  const row = await view.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row?.value;
}

/** A time ahead of now was written before the server's clock was set back. */
function isDue(value: string | undefined, nowMs: number, everyMs: number): boolean {
  const atMs = value === undefined || value === "" ? Number.NaN : Number(value);
  return Number.isNaN(atMs) || nowMs - atMs >= everyMs || atMs > nowMs;
}
