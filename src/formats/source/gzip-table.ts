import { FormatError } from "../format-error.ts";
import { baseName, type PackageFile } from "./package-source.ts";
import type { ZipAllowance } from "./zip-limits.ts";

/** Compressed bytes that are inflated at once: at most 8 MB come of them. */
const PIECE_BYTES = 8 * 1024;
/** Tables are inflated to some ten times their size; the progress of reading is counted by it. */
const USUAL_RATIO = 10;

/**
 * The table in a gzip file of this name ("media.csv.gz"). The file says nothing of the size of the table that could be
 * trusted, so the limits hold while it is inflated.
 *
 * Reading it throws FormatError `zip_ratio`, `zip_entry_too_large`, `zip_total_too_large`, `zip_incomplete` and
 * `zip_damaged`; the system's error when the file cannot be read.
 */
export function gzippedTable(name: string, file: PackageFile, allowance: ZipAllowance): PackageFile {
  const details = { file: name, entry: baseName(name).replace(/\.gz$/i, "") };
  let counted = 0;
  return {
    bytes: file.bytes * USUAL_RATIO,
    storedBytes: file.storedBytes,
    random: null,
    async *open() {
      const stream = new GunzipStream(file.open());
      let given = 0;
      try {
        for (;;) {
          const piece = await stream.next();
          if (piece === null) return;
          given += piece.length;
          allowance.checkTable({ ...details, inflatedBytes: given, compressedBytes: stream.fed });
          if (given > counted) allowance.takeBytes(details, given - counted);
          counted = Math.max(counted, given);
          yield piece;
        }
      } catch (error) {
        throw faultOf(details, stream, error);
      } finally {
        await stream.stop();
      }
    },
  };
}

/** Bytes of a gzip file, inflated no faster than they are asked for. */
class GunzipStream {
  /** Compressed bytes that were given to the inflater. */
  fed = 0;
  /** The error of reading the file; the inflater's own then says nothing about it. */
  failure: unknown = null;
  readonly #reader;
  readonly #writer;
  readonly #feeding: Promise<void>;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    const stream = new DecompressionStream("gzip");
    this.#reader = stream.readable.getReader();
    this.#writer = stream.writable.getWriter();
    // Avoids unhandled rejections: `next` throws what is wrong.
    this.#reader.closed.catch(() => undefined);
    this.#writer.closed.catch(() => undefined);
    this.#feeding = this.#feed(bytes);
  }

  /** The next piece; null at the end. */
  async next(): Promise<Uint8Array | null> {
    const { done, value } = await this.#reader.read();
    if (done && this.failure !== null) throw this.failure;
    return done ? null : value;
  }

  /** Closes the file, wherever the reading stands. */
  async stop(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
    await this.#feeding;
  }

  async #feed(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of bytes) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          const piece = chunk.subarray(at, at + PIECE_BYTES);
          this.fed += piece.length;
          if (!(await this.#write(piece))) return;
        }
      }
    } catch (error) {
      this.failure = error;
      await this.#writer.abort(error).catch(() => undefined);
      return;
    }
    await this.#writer.close().catch(() => undefined);
  }

  /** False once the inflater takes no more: it failed, or the reader stopped. */
  async #write(piece: Uint8Array): Promise<boolean> {
    try {
      await this.#writer.write(piece);
      return true;
    } catch {
      return false;
    }
  }
}

function faultOf(
  details: { file: string; entry: string },
  { failure }: GunzipStream,
  error: unknown,
): unknown {
  if (failure !== null) return failure;
  if (error instanceof FormatError) return error;
  const { code } = error as { code?: string };
  // Node names the error of zlib; browsers tell a cut file and a damaged one apart by words only.
  return new FormatError(code === "Z_BUF_ERROR" ? "zip_incomplete" : "zip_damaged", details);
}
