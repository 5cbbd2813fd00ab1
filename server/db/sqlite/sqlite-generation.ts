import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";
import { NUMBERS_A_MILLISECOND } from "../sequence-start.ts";
import { readCounter } from "./sqlite-change-feed.ts";

/**
 * Which history the feed's positions belong to. A new one begins when this file is not the one that made it:
 *
 * - it was copied or moved to another disk (another inode or time of birth than the one noted inside), or
 * - an older state was put in its place: the seal beside it, which a file's backup does not carry along,
 *   remembers the generation and how far the counter had come when a position was last given out.
 *
 * The seal is written before a position is given out, so that it covers every position that a client can hold, after
 * a crash too. A state that is put back is either behind the seal, and a new generation begins; or it holds all that
 * any client has received, and its history may go on from there.
 *
 * A disk that was rolled back as a whole, as by a snapshot of a virtual machine, takes the seal along and keeps its
 * generation; the marks of positions tell it from the history that went on (see features/sync/feed-mark-repository.ts).
 *
 * With a new generation all numbers that the database gives out jump: see `NUMBERS_A_MILLISECOND`.
 */
interface Seal {
  readonly generation: string;
  readonly counter: number;
}

export async function ensureGeneration(transaction: Transaction<Schema>, file: string): Promise<void> {
  // The seal is read first: the counter only grows, so a seal that another process writes meanwhile is not ahead of
  // it.
  const seal = await readSeal(file);
  const identity = await fileIdentity(file);
  const known = await readMeta(transaction, "database_identity");
  const generation = await readMeta(transaction, "generation");
  const sealed =
    seal === null || (seal.generation === generation && seal.counter <= (await readCounter(transaction)));
  if (generation !== null && known === identity && sealed) return;
  await writeMeta(transaction, "database_identity", identity);
  await writeMeta(transaction, "generation", randomUUID());
  if (generation !== null) await jumpSequences(transaction);
}

async function jumpSequences(transaction: Transaction<Schema>): Promise<void> {
  // A table without a row so far has no sequence yet.
  await sql`
    insert into sqlite_sequence (name, seq)
    select name, 0 from sqlite_master
    where type = 'table' and sql like '%autoincrement%' and name not in (select name from sqlite_sequence)
  `.execute(transaction);
  await sql`update sqlite_sequence set seq = max(seq, cast(unixepoch('subsec') * 1000 as integer) * ${NUMBERS_A_MILLISECOND})`.execute(
    transaction,
  );
}

/** The last write of each seal in this process. One that overtook another could put a lower counter in its place. */
const writing = new Map<string, Promise<void>>();

/** Writes the seal of one file, one write at a time. */
export class SealKeeper {
  readonly #file: string;
  readonly #reader: Kysely<Schema>;
  #covered = -1;

  constructor(file: string, reader: Kysely<Schema>) {
    this.#file = file;
    this.#reader = reader;
  }

  /** Records beside the file how far its history has come: at least to `counter`. */
  async cover(counter: number): Promise<void> {
    if (counter <= this.#covered) return;
    const before = writing.get(this.#file) ?? Promise.resolve();
    const write = before.then(async () => {
      if (counter > this.#covered) await this.#write();
    });
    writing.set(
      this.#file,
      write.catch(() => undefined),
    );
    return write;
  }

  /** Records all that is committed. */
  async seal(): Promise<void> {
    await this.cover(await readCounter(this.#reader));
  }

  async #write(): Promise<void> {
    const generation = await readMeta(this.#reader, "generation");
    if (generation === null) return;
    const seal: Seal = { generation, counter: await readCounter(this.#reader) };
    // Another process may write at the same time. With a shared name one would rename the other's draft, whose own
    // rename then fails.
    const draft = `${sealPath(this.#file)}.${randomUUID()}.tmp`;
    try {
      await writeFile(draft, JSON.stringify(seal));
      await rename(draft, sealPath(this.#file));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    this.#covered = seal.counter;
  }
}

async function readSeal(file: string): Promise<Seal | null> {
  const text = await readFile(sealPath(file), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    const { generation, counter } = JSON.parse(text) as Partial<Seal>;
    if (typeof generation === "string" && typeof counter === "number") return { generation, counter };
  } catch {
    // An unreadable seal is no evidence of a restored file, so the generation stays.
  }
  return null;
}

function sealPath(file: string): string {
  return `${file}-seal.json`;
}

async function fileIdentity(file: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(file);
  return `${ino}-${Math.trunc(birthtimeMs)}`;
}

async function readMeta(db: Kysely<Schema>, key: string): Promise<string | null> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

async function writeMeta(db: Kysely<Schema>, key: string, value: string): Promise<void> {
  await db
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
