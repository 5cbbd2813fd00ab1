import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** More came than was announced; all up to there was kept. */
export class PartTooLong extends Error {}

/**
 * Photographs of which a part has come, in DATA_DIR/uploads, each in a file by the number of its upload. A file is
 * only ever added to at its end or cut: whatever happens, its length says how much has come.
 */
export class PartFolder {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "uploads");
  }

  /** Bytes that have come; 0 where nothing has. */
  async length(uploadId: number): Promise<number> {
    const found = await stat(this.#path(uploadId)).catch(absent);
    return found?.size ?? 0;
  }

  /**
   * Adds what comes behind the first `from` bytes and cuts off what was there behind them; on the disk when it
   * returns. Where the source breaks off, what came is kept.
   *
   * @param most bytes that may come
   * @returns whether the source came to its end
   * @throws PartTooLong
   */
  async append(uploadId: number, from: number, source: Readable, most: number): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true });
    const file = await open(this.#path(uploadId), from === 0 ? "w" : "r+");
    try {
      if (from > 0) await file.truncate(from);
      const isWhole = await copy(source, file, from, most);
      await file.datasync();
      return isWhole;
    } finally {
      await file.close();
    }
  }

  async read(uploadId: number): Promise<Buffer> {
    return readFile(this.#path(uploadId));
  }

  /** The first bytes, fewer where fewer have come. */
  async begin(uploadId: number, bytes: number): Promise<Buffer> {
    const file = await open(this.#path(uploadId), "r");
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async remove(uploadId: number): Promise<void> {
    await rm(this.#path(uploadId), { force: true });
  }

  /** All that are there, with the moment at which something last came. */
  async list(): Promise<{ uploadId: number; changedMs: number }[]> {
    const names = (await readdir(this.#folder).catch(absent)) ?? [];
    const found = await Promise.all(
      names.map(async (name) => {
        const uploadId = Number(/^(\d{1,15})\.part$/.exec(name)?.[1] ?? Number.NaN);
        const about = Number.isNaN(uploadId) ? null : await stat(this.#path(uploadId)).catch(absent);
        return about === null ? null : { uploadId, changedMs: about.mtimeMs };
      }),
    );
    return found.filter((part) => part !== null);
  }

  #path(uploadId: number): string {
    return join(this.#folder, `${uploadId}.part`);
  }
}

async function copy(source: Readable, file: FileHandle, from: number, most: number): Promise<boolean> {
  const chunks = source.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  for (let at = from; ; ) {
    // What fails here is the line; what fails below is the disk.
    const next = await chunks.next().catch(() => null);
    if (next === null) return false;
    if (next.done) return true;
    const chunk = next.value as Buffer;
    const kept = chunk.subarray(0, Math.max(0, from + most - at));
    for (let done = 0; done < kept.length; ) {
      const { bytesWritten } = await file.write(kept, done, kept.length - done, at + done);
      done += bytesWritten;
    }
    at += kept.length;
    if (kept.length < chunk.length) throw new PartTooLong();
  }
}

/** A file that is not there is an answer; any other fault is a fault. */
function absent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
