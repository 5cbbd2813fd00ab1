import { type Kysely, type RawBuilder, sql } from "kysely";
import type { SqlDialect } from "../database.ts";
import type { Schema } from "../schema.ts";

const ROWS_A_SLICE = 2_000;

/** The port's SQL as PostgreSQL spells it. */
export function postgresSql(): SqlDialect {
  const columnTypes = new Map<string, Promise<ReadonlyMap<string, string>>>();
  return {
    // row_to_json writes no blanks (json_build_object does) and has no limit of 50 fields.
    jsonRows(fields) {
      const columns = Object.entries(fields).map(([name, value]) => sql`${value} as ${sql.id(name)}`);
      return sql<string>`'[' || coalesce(string_agg(
        (select row_to_json(one)::text from (select ${sql.join(columns)}) as one), ','), '') || ']'`;
    },

    jsonColumn(column) {
      return sql<string>`coalesce(json_agg(${sql.ref(column)})::text, '[]')`;
    },

    isoTime(column) {
      const moment = sql`timestamp 'epoch' + ${sql.ref(column)} * interval '1 millisecond'`;
      return sql<string | null>`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    },

    jsonFlag(column) {
      return sql`(${sql.ref(column)} <> 0)`;
    },

    jsonText(column) {
      return sql`${sql.ref(column)}::json`;
    },

    textOf(column): RawBuilder<string | null> {
      return sql<string | null>`${sql.ref(column)}::text`;
    },

    async insertMany(transaction, table, rows, onConflictDoNothing) {
      const [first] = rows;
      if (!first) return;
      const names = Object.keys(first);
      let types = columnTypes.get(table);
      if (!types) {
        types = readColumnTypes(transaction, table);
        columnTypes.set(table, types);
        types.catch(() => columnTypes.delete(table));
      }
      const known = await types;
      const columns = names.map((name) => {
        const type = known.get(name);
        if (!type) throw new Error(`The table ${table} has no column ${name}.`);
        return { name, type: sql.raw(type) };
      });
      const leave = onConflictDoNothing
        ? sql`on conflict (${sql.join(onConflictDoNothing.map((name) => sql.id(name)))}) do nothing`
        : sql``;
      for (let at = 0; at < rows.length; at += ROWS_A_SLICE) {
        const slice = rows.slice(at, at + ROWS_A_SLICE);
        const arrays = columns.map(
          ({ name, type }) => sql`${slice.map((row) => row[name] ?? null)}::${type}[]`,
        );
        await sql`
          insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.id(name)))})
          select * from unnest(${sql.join(arrays)}) ${leave}
        `.execute(transaction);
      }
    },
  };
}

async function readColumnTypes(db: Kysely<Schema>, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
  `.execute(db);
  return new Map(rows.map(({ name, type }) => [name, type]));
}
