import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** More bytes came than announced; all up to there are stored. */
export class PartTooLong extends Error {}

/**
 * Parts of photographs in DATA_DIR/uploads, each in a file named by its upload. A file only grows at its end or is
 * cut, so its length always says how much was received.
 */
export class PartFolder {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "uploads");
  }

  /** Bytes received; 0 for none. */
  async length(uploadId: number): Promise<number> {
    const found = await stat(this.#path(uploadId)).catch(absent);
    return found?.size ?? 0;
  }

  /**
   * Writes bytes behind the first `from` and cuts off what was there; flushed to disk when it returns. Where the
   * source breaks off, the received bytes stay.
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

  /** The first bytes, fewer where fewer were received. */
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

  /** All parts, with the moment of the last write to each. */
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
    // An error here comes from the connection; one below comes from the disk.
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

/** A missing file is a valid answer; every other error is thrown. */
function absent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
