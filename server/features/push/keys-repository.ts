import type { Database } from "../../db/database.ts";

const KEY = "push_keys";

/** The stored keys as JSON. Where there are none, `offered` is stored; of two servers that offer, one wins. */
export async function storedPushKeys(db: Database, offered: () => string): Promise<string> {
  const known = await db.reader.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  if (known !== undefined) return known.value;
  const value = offered();
  return db.write(async (transaction) => {
    await transaction
      .insertInto("meta")
      .values({ key: KEY, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const stored = transaction.selectFrom("meta").select("value").where("key", "=", KEY);
    return (await stored.executeTakeFirstOrThrow()).value;
  });
}
