import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readTogether } from "../../../src/storage/read-together.ts";

let database: Dexie;
beforeEach(async () => {
  database = new Dexie("together");
  database.version(1).stores({ rows: "id" });
  await database.table("rows").bulkPut([{ id: 1 }, { id: 2 }]);
});
afterEach(async () => {
  database.close();
  await Dexie.delete("together");
});

it("answers with the last read, before the browser has ended the transaction", async () => {
  const rows = database.table("rows");
  let ended = false;
  const read = await readTogether(database, [rows], async () => {
    Dexie.currentTransaction.on("complete", () => {
      ended = true;
    });
    const [count, first] = await Promise.all([rows.count(), rows.get(1)]);
    return { count, first };
  });
  expect(ended).toBe(false);
  expect(read).toEqual({ count: 2, first: { id: 1 } });
  await expect.poll(() => ended).toBe(true);
});

it("rejects with what a read throws, and where the database is closed", async () => {
  const rows = database.table("rows");
  await expect(
    readTogether(database, [rows], async () => {
      await rows.count();
      throw new Error("no such row");
    }),
  ).rejects.toThrow("no such row");
  database.close();
  await expect(readTogether(database, [rows], () => rows.count())).rejects.toThrow();
});
