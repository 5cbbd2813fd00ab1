import { FEED_RECORDS } from "../../protocol/records/feed-records.ts";
import type { SyncTableName } from "../../protocol/sync-page.ts";
import type { EncodedPage } from "./encode-page.ts";
import { recordsOf } from "./feed-rows.ts";
import type { MirrorDatabase } from "./mirror-database.ts";

/** Tables of the feed that are stored row by row, under their own names. Photographs are stored with their insights. */
const SMALL_TABLES = {
  devices: true,
  groups: true,
  alerts: true,
  models: true,
  updates: true,
  replaced: true,
} as const satisfies Readonly<Record<Exclude<SyncTableName, "insights" | "photos">, true>>;
type SmallTableName = keyof typeof SMALL_TABLES;

/** Applies the small tables of a page: deletions first, then the rows. Runs inside the page's transaction. */
export async function putSmallTables(database: MirrorDatabase, tables: EncodedPage["tables"]): Promise<void> {
  for (const name of Object.keys(SMALL_TABLES) as SmallTableName[]) {
    const table = tables[name];
    if (table === undefined) continue;
    const target = database.table<unknown, string>(name);
    if (table.gone !== undefined && table.gone.length > 0) await target.bulkDelete([...table.gone]);
    if (table.rows > 0) await target.bulkPut(recordsOf(table, FEED_RECORDS[name]));
  }
}
