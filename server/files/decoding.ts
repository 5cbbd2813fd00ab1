import { availableParallelism } from "node:os";
import sharp, { type SharpOptions } from "sharp";
import { PhotoRefused } from "./photo-store.ts";

/**
 * Decoded bytes of all pictures that are decoded at once, in this process: one of 100 million pixels with four samples
 * of a byte each. Formats and orientations that cannot be read line by line are held whole.
 */
export const DECODED_BYTES_MAX = 400_000_000;

// One thread for each picture, and two pictures for each core, because each waits for JavaScript between reading and
// writing: 0.83 of the throughput of sharp alone, where one a core reached 0.67 (npm run bench -- thumbs).
sharp.concurrency(1);
sharp.cache(false);
const AT_ONCE = 2 * availableParallelism();

const BYTES_A_SAMPLE: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};

/**
 * Runs work that decodes a picture once there is room for its decoded bytes, in the order of the calls. The size is
 * read from the header before anything is decoded.
 *
 * @throws PhotoRefused where it alone has more than the room for all
 */
export async function decodeInTurn<T>(
  bytes: Buffer,
  reading: SharpOptions,
  work: () => Promise<T>,
): Promise<T> {
  const { width, height, channels, depth } = await sharp(bytes, reading).metadata();
  const decodedBytes = width * height * channels * (BYTES_A_SAMPLE[depth] ?? 8);
  if (decodedBytes > DECODED_BYTES_MAX) {
    throw new PhotoRefused("too_large", "The photo takes more than 400 MB when it is decoded.");
  }
  return decoding.run(decodedBytes, work);
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Lets work begin while its bytes, with those of the work under way, stay within a limit; first come, first served. */
export class ByteGate {
  readonly #maxBytes: number;
  readonly #maxAtOnce: number;
  readonly #waiting: Waiting[] = [];
  #bytes = 0;
  #running = 0;

  constructor(maxBytes: number, maxAtOnce: number) {
    this.#maxBytes = maxBytes;
    this.#maxAtOnce = maxAtOnce;
  }

  /** @param bytes at most the limit: more would wait for ever */
  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ bytes, begin });
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#bytes -= bytes;
      this.#running -= 1;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#running >= this.#maxAtOnce || this.#bytes + next.bytes > this.#maxBytes) return;
      this.#waiting.shift();
      this.#bytes += next.bytes;
      this.#running += 1;
      next.begin();
    }
  }
}

const decoding = new ByteGate(DECODED_BYTES_MAX, AT_ONCE);
