/**
 * A process of its own on a SQLite file, as the command line is beside the server:
 *   insert <dataDir> <device> <prefix> <transactions> <rows>   writes, then ends
 *   hold <dataDir> <device> <prefix>                           writes, says so, and never commits
 */
import { openDatabase } from "../../server/db/open-database.ts";
import { insightRow } from "./sample-rows.ts";

const [mode, dataDir = "", device = "", prefix = "", transactions = "0", rows = "0"] = process.argv.slice(2);
const db = await openDatabase({ databaseUrl: null, dataDir });

if (mode === "insert") {
  for (let turn = 0; turn < Number(transactions); turn += 1) {
    await db.write((t) =>
      db.dialect.insertMany(
        t,
        "insights",
        Array.from({ length: Number(rows) }, (_, at) =>
          insightRow(Number(device), `${prefix}-${turn}-${at}`),
        ),
      ),
    );
  }
  await db.close();
} else {
  await db.write(async (t) => {
    await t
      .insertInto("insights")
      .values(insightRow(Number(device), prefix))
      .execute();
    process.stdout.write("holding\n");
    await new Promise(() => undefined);
  });
}
