import Sqlite from "better-sqlite3";
import pg from "pg";

const ROWS_A_TRANSACTION = 1_000;

/**
 * Inserts the insights of one SQLite file into another of the same schema with better-sqlite3 alone, and returns the
 * time in ms. Copies the rows into memory first, so that only their insertion is timed.
 *
 * @param least the least number of rows; fewer mean that nothing was measured
 */
export function timeBareInserts(from: string, to: string, least: number): number {
  const source = new Sqlite(from, { readonly: true });
  const rows = source.prepare("select * from insights order by insight_id").raw().all() as unknown[][];
  const columns = source.prepare("select * from insights").columns();
  const devices = source.prepare("select device_ref, device_id, created_at from devices").raw().all();
  source.close();
  if (rows.length < least) throw new Error(`only ${rows.length} of ${least} rows are there to insert`);

  const target = new Sqlite(to);
  for (const pragma of [
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "cache_size = -65536",
  ])
    target.pragma(pragma);
  const device = target.prepare("insert into devices (device_ref, device_id, created_at) values (?, ?, ?)");
  for (const row of devices as unknown[][]) device.run(...row);
  const names = columns.map((column) => column.name);
  const xid = names.indexOf("xid");
  const insert = target.prepare(
    `insert into insights (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
  );
  // Uses the change feed's bulk path: with its triggers row by row this baseline would be slower than the server.
  const open = target
    .prepare("update change_counter set xid = xid + 1, bulk_xid = xid + 1 returning bulk_xid")
    .pluck();
  const close = target.prepare("update change_counter set bulk_xid = null");
  const insertSlice = target.transaction((slice: readonly unknown[][]) => {
    const number = open.get();
    for (const row of slice) insert.run(...row.with(xid, number));
    close.run();
  });

  const begun = performance.now();
  for (let at = 0; at < rows.length; at += ROWS_A_TRANSACTION) {
    insertSlice.immediate(rows.slice(at, at + ROWS_A_TRANSACTION));
  }
  const elapsed = performance.now() - begun;
  const count = target.prepare("select count(*) from insights").pluck().get();
  target.close();
  if (count !== rows.length)
    throw new Error(`only ${count} of ${rows.length} rows were inserted the bare way`);
  return elapsed;
}

/** The same on PostgreSQL with pg alone: one statement and one transaction for each thousand rows. */
export async function timeBarePostgresInserts(from: string, to: string, least: number): Promise<number> {
  const source = new pg.Client({ connectionString: from });
  await source.connect();
  const { rows, fields } = await source.query({
    text: "select * from insights order by insight_id",
    rowMode: "array",
  });
  const devices = await source.query("select device_ref, device_id, created_at from devices");
  const types = await source.query(
    "select attname, format_type(atttypid, null) as type from pg_attribute where attrelid = 'insights'::regclass and attnum > 0",
  );
  await source.end();
  if (rows.length < least) throw new Error(`only ${rows.length} of ${least} rows are there to insert`);

  const kept = fields.flatMap(({ name }, at) => (name === "xid" ? [] : [{ name, at }]));
  const typeOf = new Map(types.rows.map(({ attname, type }) => [attname, type]));
  const arrays = kept.map(({ name }, at) => `$${at + 1}::${typeOf.get(name)}[]`);
  const text = `insert into insights (${kept.map(({ name }) => name)}) select * from unnest(${arrays})`;
  const target = new pg.Client({ connectionString: to });
  await target.connect();
  for (const { device_ref, device_id, created_at } of devices.rows) {
    await target.query("insert into devices (device_ref, device_id, created_at) values ($1, $2, $3)", [
      device_ref,
      device_id,
      created_at,
    ]);
  }
  const begun = performance.now();
  for (let at = 0; at < rows.length; at += ROWS_A_TRANSACTION) {
    const slice = rows.slice(at, at + ROWS_A_TRANSACTION);
    await target.query("begin");
    await target.query({
      name: "bare",
      text,
      values: kept.map((column) => slice.map((row) => row[column.at])),
    });
    await target.query("commit");
  }
  const elapsed = performance.now() - begun;
  await target.end();
  return elapsed;
}
