import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { FEED_TABLES } from "../migrations/rules/feed-rules.ts";
import type { Schema } from "../schema.ts";
import { NUMBERS_A_MILLISECOND } from "../sequence-start.ts";

/**
 * Which history the feed's positions belong to. The numbers of transactions mean something only in the cluster,
 * the timeline and the database that gave them: a dump read into another cluster or another database, or over the
 * tables of this one (which are then other tables), a recovery to a point in time and a fail-over each begin a new
 * generation, and every row gets a version of the new history. All numbers that the database gives out jump: see
 * `NUMBERS_A_MILLISECOND`.
 */
export async function ensureGeneration(transaction: Transaction<Schema>): Promise<string> {
  // A restored database gets a new version of every row, which takes as long as the tables are large.
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(7236511)`.execute(transaction);
  const known = await readGeneration(transaction);
  if (known.generation !== null && known.identity === known.current) return known.generation;
  const generation = randomUUID();
  await writeMeta(transaction, "generation", generation);
  await writeMeta(transaction, "database_identity", known.current);
  if (known.generation !== null) {
    for (const table of FEED_TABLES) {
      await sql`update ${sql.table(table)} set xid = pg_current_xact_id()`.execute(transaction);
    }
    await jumpSequences(transaction);
  }
  return generation;
}

async function jumpSequences(transaction: Transaction<Schema>): Promise<void> {
  await sql`
    select setval(sequence, greatest(
      coalesce(pg_sequence_last_value(sequence), 0),
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint * ${NUMBERS_A_MILLISECOND}
    ))
    from (
      select pg_get_serial_sequence(attrelid::regclass::text, attname)::regclass as sequence
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where attidentity <> '' and relkind = 'r' and relnamespace = (select relnamespace from pg_class where oid = 'meta'::regclass)
    ) as sequences
  `.execute(transaction);
}

interface KnownGeneration {
  readonly generation: string | null;
  /** The database in which that generation began, and the one that answers now. */
  readonly identity: string | null;
  readonly current: string;
}

export async function readGeneration(db: Kysely<Schema>): Promise<KnownGeneration> {
  const { rows } = await sql<KnownGeneration>`
    select
      (select value from meta where key = 'generation') as generation,
      (select value from meta where key = 'database_identity') as identity,
      concat_ws('-',
        (select system_identifier from pg_control_system()),
        left(pg_walfile_name(pg_current_wal_lsn()), 8),
        (select oid from pg_database where datname = current_database()),
        'meta'::regclass::oid) as current
  `.execute(db);
  const [known] = rows;
  if (!known) throw new Error("PostgreSQL did not say which database it is.");
  return known;
}

async function writeMeta(db: Kysely<Schema>, key: string, value: string): Promise<void> {
  await db
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
