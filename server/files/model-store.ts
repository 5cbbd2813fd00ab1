import type { Readable } from "node:stream";

/** Where a model's file lies. Staff name it as text, so each adapter refuses what would lead out of its storage. */
export interface ModelPlace {
  readonly bucket: string;
  readonly path: string;
}

export interface StoredModel extends ModelPlace {
  readonly bytes: number;
  /** MD5 of the content in hex, with which Sentinels check a download. */
  readonly md5: string;
}

/**
 * Storage of models' files. Adapters: a folder in DATA_DIR; an S3-compatible store for several server processes.
 * Every method throws ModelStorageSilent where the storage does not answer or has no such file, and another error for a
 * place that it cannot have.
 */
export interface ModelStore {
  /** Stores a file; the same content twice is stored once. @param suffix of its name, as in ".tflite" */
  put(content: AsyncIterable<Uint8Array>, suffix: string): Promise<StoredModel>;
  /** The size in bytes. */
  size(place: ModelPlace): Promise<number>;
  open(place: ModelPlace, range?: { start: number; end: number }): Promise<Readable>;
}

export class ModelStorageSilent extends Error {
  constructor(cause: unknown) {
    super("The storage of models does not answer.", { cause });
    this.name = "ModelStorageSilent";
  }
}
