import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../db/database.ts";
import { isDiskFull } from "../../files/disk-full.ts";
import { noteDiskProbe } from "./repository.ts";

/** More than a file system holds back for small files within its own records. */
const PROBE_BYTES = 65_536;
/** Anyone may ask for the state of the server, so an answer is used again for a while. */
const ASK_EVERY_MS = 10_000;
/** A database that is busy with something long says nothing about space. */
const WAIT_MS = 2_000;

/**
 * Finds out whether there is space left, by writing: a free number of blocks says nothing of quotas, and the database
 * may lie on another disk than the photographs.
 */
export class DiskProbe {
  readonly #parts: { db: Database; dataDir: string; elapsedMs: () => number };
  #asked: { atMs: number; isFull: Promise<boolean> } | null = null;
  #lastKnown = false;

  /** @param parts `elapsedMs`: a clock that is never set */
  constructor(parts: { db: Database; dataDir: string; elapsedMs: () => number }) {
    this.#parts = parts;
  }

  /** @returns whether the database or the data folder has no space left; errors of another kind count as neither */
  async isFull(): Promise<boolean> {
    const nowMs = this.#parts.elapsedMs();
    if (this.#asked === null || nowMs - this.#asked.atMs >= ASK_EVERY_MS) {
      this.#asked = { atMs: nowMs, isFull: this.#ask() };
    }
    const late = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(this.#lastKnown), WAIT_MS).unref();
    });
    return Promise.race([this.#asked.isFull, late]);
  }

  async #ask(): Promise<boolean> {
    const { db, dataDir } = this.#parts;
    const [inDatabase, inFolder] = await Promise.all([
      isFullFor(() => db.write((transaction) => noteDiskProbe(transaction, randomUUID()))),
      isFullFor(() => writeAndRemove(dataDir)),
    ]);
    this.#lastKnown = inDatabase || inFolder;
    return this.#lastKnown;
  }
}

async function isFullFor(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return false;
  } catch (error) {
    return isDiskFull(error);
  }
}

async function writeAndRemove(dataDir: string): Promise<void> {
  const path = join(dataDir, `probe-${randomUUID()}.tmp`);
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES, 1));
  } finally {
    await rm(path, { force: true });
  }
}
