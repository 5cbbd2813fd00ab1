import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { asPhotoError, inspectPhoto, MAX_PHOTO_PIXELS, STRICT_READING } from "./photo-check.ts";
import type { PhotoStore, StoredPhoto } from "./photo-store.ts";
import { drawThumbnail } from "./thumbnail.ts";

/**
 * Photographs in DATA_DIR/photos, thumbnails in DATA_DIR/thumbs: `ab/<hash>`, by the first two digits of the hash.
 * Several processes may share the folder. Photographs are flushed to disk before `put` returns; thumbnails can be
 * drawn again.
 */
export class FolderPhotoStore implements PhotoStore {
  readonly #photos: string;
  readonly #thumbnails: string;
  readonly #drawing = new Map<string, Promise<Buffer | null>>();

  constructor(dataDir: string) {
    this.#photos = join(dataDir, "photos");
    this.#thumbnails = join(dataDir, "thumbs");
  }

  async put(bytes: Buffer): Promise<StoredPhoto> {
    const facts = await inspectPhoto(bytes);
    const contentHash = createHash("sha256").update(bytes).digest("hex");
    const stored = { contentHash, ...facts };
    const path = pathIn(this.#photos, contentHash);
    if ((await sizeOf(path)) === bytes.length && (await touch(path))) return stored;
    // Drawing the thumbnail decodes every byte, so a truncated picture is found here.
    const thumbnail = await asPhotoError(() => drawThumbnail(bytes, STRICT_READING));
    await writeWhole(path, bytes, "durable");
    await writeWhole(this.#thumbnailPath(contentHash), thumbnail, "disposable");
    return stored;
  }

  async open(contentHash: string, range?: { start: number; end: number }): Promise<Readable | null> {
    if (!isContentHash(contentHash)) return null;
    const file = await open(pathIn(this.#photos, contentHash), "r").catch(absent);
    return file?.createReadStream(range ?? {}) ?? null;
  }

  async thumbnail(contentHash: string): Promise<Buffer | null> {
    if (!isContentHash(contentHash)) return null;
    const kept = await readFile(this.#thumbnailPath(contentHash)).catch(absent);
    if (kept && isWholeWebp(kept)) return kept;
    const drawing = this.#drawing.get(contentHash) ?? this.#draw(contentHash);
    this.#drawing.set(contentHash, drawing);
    return drawing;
  }

  async remove(contentHash: string, unlessPutAfterMs: number): Promise<boolean> {
    if (!isContentHash(contentHash)) return true;
    const path = pathIn(this.#photos, contentHash);
    // Under another name first: a `put` at the same moment either has marked the file before, or does not find it.
    const leaving = `${path}.${randomUUID()}.tmp`;
    try {
      await rename(path, leaving);
    } catch (error) {
      absent(error);
    }
    const found = await stat(leaving).catch(absent);
    if (found !== null && found.mtimeMs > unlessPutAfterMs) {
      await rename(leaving, path);
      return false;
    }
    await rm(leaving, { force: true });
    await rm(this.#thumbnailPath(contentHash), { force: true });
    return true;
  }

  async #draw(contentHash: string): Promise<Buffer | null> {
    try {
      const bytes = await readFile(pathIn(this.#photos, contentHash)).catch(absent);
      if (!bytes) return null;
      // The picture was whole when it was stored. If the disk has damaged it since, the readable part is drawn.
      const reading = { failOn: "none", limitInputPixels: MAX_PHOTO_PIXELS } as const;
      const thumbnail = await asPhotoError(() => drawThumbnail(bytes, reading));
      await writeWhole(this.#thumbnailPath(contentHash), thumbnail, "disposable");
      return thumbnail;
    } finally {
      this.#drawing.delete(contentHash);
    }
  }

  #thumbnailPath(contentHash: string): string {
    return `${pathIn(this.#thumbnails, contentHash)}.webp`;
  }
}

const HASH_FORM = /^[0-9a-f]{64}$/;

function isContentHash(text: string): boolean {
  return HASH_FORM.test(text);
}

function pathIn(folder: string, contentHash: string): string {
  return join(folder, contentHash.slice(0, 2), contentHash);
}

/** Written under another name and renamed, so that no reader sees a part. */
async function writeWhole(path: string, bytes: Buffer, care: "durable" | "disposable"): Promise<void> {
  const folder = dirname(path);
  const draft = `${path}.${randomUUID()}.tmp`;
  const made = await mkdir(folder, { recursive: true });
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(bytes);
      if (care === "durable") await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (care === "disposable") return;
  await syncFolder(folder);
  if (made !== undefined) await syncFolder(dirname(folder));
}

/** A rename is durable only after its folder is flushed. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Marks a file as put just now. @returns false where it has gone since */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  const marked = await utimes(path, now, now).then(() => true, absent);
  return marked === true;
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(absent);
  return found?.size ?? null;
}

/** A missing file is a valid answer; every other error is thrown. */
function absent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

/** A thumbnail is not flushed to disk, so a power cut can truncate it: its header holds its length. */
function isWholeWebp(bytes: Buffer): boolean {
  return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 === bytes.length;
}
