import { ERR_INVALID_UNCOMPRESSED_SIZE, type FileEntry, Writer } from "@zip.js/zip.js/index-native.js";
import { FormatError } from "../format-error.ts";
import type { ArchiveReader } from "./archive-reader.ts";

/**
 * The inflated bytes of one entry, in pieces. A consumer that stops early stops the inflating.
 *
 * @throws FormatError `zip_wrong_size` as soon as the entry is larger than declared, `zip_damaged` for any other
 * fault of its bytes; the system's error when the archive cannot be read.
 */
export async function* inflateEntry(
  file: string,
  archive: ArchiveReader,
  entry: FileEntry,
): AsyncGenerator<Uint8Array> {
  await archive.open();
  const handover = new PieceHandover();
  const inflated = entry.getData(handover, { checkCrc32: true }).then(
    () => handover.end(null),
    (error: unknown) => handover.end(archive.failure ?? entryError(file, entry, error)),
  );
  let given = 0;
  try {
    for await (const piece of handover.pieces()) {
      given += piece.length;
      // The library may give the piece that exceeds the declared size before it stops.
      if (given > entry.uncompressedSize)
        throw new FormatError("zip_wrong_size", { file, entry: entry.filename });
      yield piece;
    }
  } finally {
    handover.stop();
    await inflated;
    await archive.close();
  }
}

function entryError(file: string, { filename }: FileEntry, error: unknown): FormatError {
  const wrongSize = error instanceof Error && error.message === ERR_INVALID_UNCOMPRESSED_SIZE;
  return new FormatError(wrongSize ? "zip_wrong_size" : "zip_damaged", { file, entry: filename });
}

interface Offer {
  piece: Uint8Array;
  taken: () => void;
  refuse: (reason: Error) => void;
}

/** Hands pieces from the inflater to a consumer, one at a time: the inflater waits until its piece is taken. */
class PieceHandover extends Writer<void> {
  #offer: Offer | null = null;
  #ended = false;
  #stopped = false;
  #failure: unknown = null;
  #wake: () => void = () => undefined;

  override writeUint8Array(piece: Uint8Array): Promise<void> {
    return new Promise((taken, refuse) => {
      if (this.#stopped) {
        refuse(new Error("The reader has stopped."));
        return;
      }
      this.#offer = { piece, taken, refuse };
      this.#wake();
    });
  }

  override async getData(): Promise<void> {
    // The pieces were the data.
  }

  /** @param failure what `pieces` is to throw, or null. */
  end(failure: unknown): void {
    this.#ended = true;
    this.#failure = failure;
    this.#wake();
  }

  /** Makes the inflater fail at its next piece; no effect when it has ended. */
  stop(): void {
    this.#stopped = true;
    this.#offer?.refuse(new Error("The reader has stopped."));
    this.#offer = null;
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const offer = this.#offer;
      if (offer !== null) {
        this.#offer = null;
        // The inflater prepares the next piece while this one is parsed.
        offer.taken();
        yield offer.piece;
      } else if (this.#ended) {
        if (this.#failure !== null) throw this.#failure;
        return;
      } else {
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
      }
    }
  }
}
