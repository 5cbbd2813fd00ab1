import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { PhotoStore, StoredPhoto } from "../../../server/files/photo-store.ts";

/** Photos in memory; their thumbnail is their bytes behind a mark. */
export class PhotosInMemory implements PhotoStore {
  readonly #photos = new Map<string, Buffer>();

  async put(bytes: Buffer): Promise<StoredPhoto> {
    const contentHash = createHash("sha256").update(bytes).digest("hex");
    this.#photos.set(contentHash, bytes);
    return { contentHash, mediaType: "image/jpeg", bytes: bytes.length, width: 4, height: 3 };
  }

  async open(contentHash: string, range?: { start: number; end: number }): Promise<Readable | null> {
    const bytes = this.#photos.get(contentHash);
    if (bytes === undefined) return null;
    return Readable.from(range ? bytes.subarray(range.start, range.end + 1) : bytes, { objectMode: false });
  }

  async thumbnail(contentHash: string): Promise<Buffer | null> {
    const bytes = this.#photos.get(contentHash);
    return bytes === undefined ? null : Buffer.concat([Buffer.from("thumbnail of "), bytes]);
  }

  async remove(contentHash: string): Promise<boolean> {
    this.#photos.delete(contentHash);
    return true;
  }

  lose(contentHash: string): void {
    this.#photos.delete(contentHash);
  }
}
