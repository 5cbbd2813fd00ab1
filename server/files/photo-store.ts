import type { Readable } from "node:stream";

export const MAX_PHOTO_BYTES = 25 * 1024 * 1024;

/** Facts of a picture: its type by magic bytes, its size in bytes and in pixels. */
export interface StoredPhoto {
  /** SHA-256 of the bytes, in hex: the photo's address in the store. */
  contentHash: string;
  mediaType: "image/jpeg" | "image/png" | "image/webp";
  bytes: number;
  width: number;
  height: number;
}

/**
 * Storage of photographs, addressed by the hash of their content alone. Adapters: a folder in DATA_DIR; an
 * S3-compatible store for several server processes.
 */
export interface PhotoStore {
  /**
   * Checks a picture (type by magic bytes, limits, wholeness) and stores it; the same content twice is stored once.
   * @throws PhotoRefused when it is no JPEG, PNG or WebP, too large, or truncated.
   */
  put(bytes: Buffer): Promise<StoredPhoto>;
  /** The stored bytes, or part of them; null where there is no such photo. */
  open(contentHash: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /** The thumbnail: WebP, at most 240 px wide, made once. Null where there is no such photo. */
  thumbnail(contentHash: string): Promise<Buffer | null>;
  /**
   * Removes a photograph with its thumbnail, unless it was put again after `unlessPutAfterMs` (epoch ms): a row that
   * names it may follow.
   *
   * @returns whether the store no longer has it
   */
  remove(contentHash: string, unlessPutAfterMs: number): Promise<boolean>;
}

/** Why a picture was not taken. */
export class PhotoRefused extends Error {
  readonly reason: "unsupported_type" | "too_large" | "damaged";
  constructor(reason: PhotoRefused["reason"], sentence: string) {
    super(sentence);
    this.name = "PhotoRefused";
    this.reason = reason;
  }
}
