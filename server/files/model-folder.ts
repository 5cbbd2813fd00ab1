import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type ModelPlace, ModelStorageSilent, type ModelStore, type StoredModel } from "./model-store.ts";

/** The bucket of models that this server published. */
const PUBLISHED = "published";
/** Path segments, none of them hidden or "..", so that no name leads out of the folder. */
const BUCKET_FORM = /^[a-z0-9][a-z0-9-]{0,62}$/;
const PATH_FORM = /^\w[\w.-]*(\/\w[\w.-]*)*$/;

/** Models in DATA_DIR/models: `<bucket>/<path>`; those published here are named by the hash of their content. */
export class FolderModelStore implements ModelStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "models");
  }

  async put(content: AsyncIterable<Uint8Array>, suffix: string): Promise<StoredModel> {
    const folder = join(this.#folder, PUBLISHED);
    await mkdir(folder, { recursive: true });
    const draft = join(folder, `draft-${randomUUID()}`);
    try {
      const written = await writeDurably(draft, content);
      const path = `${written.sha256}${/^\.\w{1,20}$/.test(suffix) ? suffix.toLowerCase() : ""}`;
      await rename(draft, join(folder, path));
      await syncFolder(folder);
      return { bucket: PUBLISHED, path, bytes: written.bytes, md5: written.md5 };
    } finally {
      await rm(draft, { force: true });
    }
  }

  async size(place: ModelPlace): Promise<number> {
    return orSilent(async () => (await stat(this.#pathOf(place))).size);
  }

  async open(place: ModelPlace, range?: { start: number; end: number }): Promise<Readable> {
    const file = await orSilent(() => open(this.#pathOf(place), "r"));
    return file.createReadStream(range ?? {});
  }

  #pathOf({ bucket, path }: ModelPlace): string {
    if (!BUCKET_FORM.test(bucket) || !PATH_FORM.test(path)) throw new Error("no place in this folder");
    return join(this.#folder, bucket, path);
  }
}

/** Written under another name and renamed, so that no reader sees a part; flushed to disk before it returns. */
async function writeDurably(
  draft: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string; md5: string }> {
  const [sha256, md5] = [createHash("sha256"), createHash("md5")];
  let bytes = 0;
  const file = await open(draft, "wx");
  try {
    for await (const chunk of content) {
      sha256.update(chunk);
      md5.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: sha256.digest("hex"), md5: md5.digest("hex") };
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

async function orSilent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ModelStorageSilent(error);
  }
}
