import { type RawBuilder, sql, type Transaction } from "kysely";
import type { InsertedRow, SqlDialect, WriteStep } from "../database.ts";
import { FEED_TABLES } from "../migrations/rules/feed-rules.ts";
import type { Schema } from "../schema.ts";
import { WorkerConnection } from "./sqlite-dialect.ts";
import type { SqliteBulk, SqliteStep, SqlValue } from "./sqlite-messages.ts";

/**
 * Values in one message: many enough that the cost of a message is small, few enough that other requests are not
 * delayed.
 */
const VALUES_A_SLICE = 50_000;

const stamped = new Set<string>(FEED_TABLES);

/** The port's SQL as SQLite spells it. */
export const sqliteSql: SqlDialect = {
  jsonRows(fields) {
    const pairs = Object.entries(fields).flatMap(([name, value]) => [sql.lit(name), value]);
    const rows = sql`'[' || coalesce(group_concat(json_object(${sql.join(pairs)}), ','), '') || ']'`;
    // Bytes cross between worker and server faster than text, and are sent on as they are.
    return sql<Uint8Array>`cast(${rows} as blob)`;
  },

  jsonColumn(column) {
    return sql<string>`json_group_array(${sql.ref(column)})`;
  },

  isoTime(column) {
    return sql<string | null>`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)} / 1000.0, 'unixepoch')`;
  },

  jsonFlag(column) {
    const flag = sql.ref(column);
    return sql`json(case when ${flag} then 'true' when not ${flag} then 'false' end)`;
  },

  jsonText(column) {
    return sql`json(${sql.ref(column)})`;
  },

  textOf(column): RawBuilder<string | null> {
    return sql<string | null>`cast(${sql.ref(column)} as text)`;
  },

  async insertMany(transaction, table, rows, onConflictDoNothing) {
    await withThread(transaction, async (connection) => {
      for (const bulk of bulksOf(table, rows, onConflictDoNothing)) await connection.insertMany(bulk);
    });
  },
};

/** Steps of a write as the writer's thread takes them. */
export function sqliteSteps(steps: readonly WriteStep[]): SqliteStep[] {
  return steps.flatMap((step): SqliteStep[] =>
    "query" in step
      ? [{ sql: step.query.sql, values: step.query.parameters as readonly SqlValue[] }]
      : [...bulksOf(step.table, step.rows, step.onConflictDoNothing)],
  );
}

function* bulksOf(
  table: string,
  rows: readonly InsertedRow[],
  onConflictDoNothing: readonly string[] | undefined,
): Generator<SqliteBulk> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const isStamped = stamped.has(table);
  const columns = isStamped ? [...names, "xid"] : names;
  const statement = {
    into: `insert into ${quoted([table])} (${quoted(columns)}) values`,
    places: `(${columns.map(() => "?").join(",")})`,
    leave: onConflictDoNothing ? `on conflict (${quoted(onConflictDoNothing)}) do nothing` : "",
    width: columns.length,
    stamped: isStamped,
  };
  const rowsASlice = Math.max(1, Math.floor(VALUES_A_SLICE / columns.length));
  for (let at = 0; at < rows.length; at += rowsASlice) {
    const values: SqlValue[] = [];
    for (const row of rows.slice(at, at + rowsASlice)) {
      for (const name of columns) values.push(row[name] ?? null);
    }
    yield { ...statement, values };
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(", ");
}

/** The connection that the transaction holds. */
function withThread(
  transaction: Transaction<Schema>,
  work: (connection: WorkerConnection) => Promise<void>,
): Promise<void> {
  return transaction.getExecutor().provideConnection((connection) => {
    if (!(connection instanceof WorkerConnection))
      throw new Error("insertMany needs a transaction of write().");
    return work(connection);
  });
}
