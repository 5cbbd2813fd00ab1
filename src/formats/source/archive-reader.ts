import { configure, Reader } from "@zip.js/zip.js/index-native.js";
import type { ByteFile, ByteReader } from "./byte-file.ts";

/**
 * Compressed bytes read, and inflated bytes given, at once. Each piece passes several streams, whose promises take longer
 * than to inflate a small one; 33 MB at most come of 32 KiB.
 */
const PIECE_BYTES = 32 * 1024;

// The library queues entries beyond `maxWorkers` even where it starts no worker, and a queued entry waits for 5 s.
configure({ chunkSize: PIECE_BYTES, useWebWorkers: false, maxWorkers: 1_000 });

/** An archive's bytes as the zip library reads them; the file is open between `open` and `close`. */
export class ArchiveReader extends Reader<null> {
  /** Why bytes could not be read; the library's errors then say nothing about the archive. */
  failure: unknown = null;
  readonly #file: ByteFile;
  readonly #longestRead: number;
  readonly #tooLong: () => Error;
  #users = 0;
  #bytes: Promise<ByteReader> | null = null;

  /** @param longestRead in bytes; the library reads a central directory, of any length, as one piece. */
  constructor(file: ByteFile, longestRead: number, tooLong: () => Error) {
    super(null);
    this.size = file.size;
    this.#file = file;
    this.#longestRead = longestRead;
    this.#tooLong = tooLong;
  }

  /** Opens the file, or shares it with who has it open. */
  async open(): Promise<void> {
    this.failure = null;
    this.#bytes ??= this.#file.open();
    this.#users += 1;
    try {
      await this.#bytes;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    const bytes = this.#bytes;
    this.#bytes = null;
    await bytes?.then(
      (reader) => reader.close(),
      () => undefined,
    );
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    try {
      const fitting = Math.max(0, Math.min(length, this.size - index));
      if (fitting > this.#longestRead) throw this.#tooLong();
      const bytes = await this.#bytes;
      if (bytes === null) throw new Error("The archive is not open.");
      return await bytes.read(index, fitting);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}
