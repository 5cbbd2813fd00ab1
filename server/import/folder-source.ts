import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { type PackageSource, tidyNames } from "../../src/formats/source/package-source.ts";
import { openZippedSource, openZippedTables } from "../../src/formats/source/zipped-source.ts";

/** Counts the bytes that are read, for a progress bar. */
export interface ReadCounter {
  /** Bytes of all files of the package; grows when a reader reads one again. */
  total: number;
  read: number;
}

/**
 * Bytes read at once. A write transaction that waits for this thread stays open while a piece is parsed, so pieces
 * are small; those of archives are smaller, because tables expand twentyfold.
 */
const CHUNK_BYTES = 64 * 1024;
const ARCHIVE_CHUNK_BYTES = 8 * 1024;
/** Tables lie at the top of a package or in a folder of it, never deeper. */
const MAX_DEPTH = 3;

/**
 * The package at a path of this machine: a folder, a zip archive of one, or a single file. Zipped tables are opened
 * up. Rejects with the system's error when the path cannot be read.
 */
export async function openPackage(path: string, counter: ReadCounter): Promise<PackageSource> {
  const about = await stat(path);
  const files = new CountedFiles(counter);
  const source = about.isDirectory() ? await openFolder(path, files) : await openFile(path, files);
  // Archives were read once to list their contents; progress begins with the reading of tables.
  await files.restart();
  return source;
}

async function openFolder(path: string, files: CountedFiles): Promise<PackageSource> {
  const names = tidyNames(await filesBelow(path, "", 1)).filter((name) => /\.(csv|json|zip)$/i.test(name));
  for (const name of names) files.add(join(path, name));
  return openZippedTables({ names, open: (name) => files.read(join(path, name)) });
}

async function openFile(path: string, files: CountedFiles): Promise<PackageSource> {
  files.add(path);
  const name = basename(path);
  const open = () => files.read(path);
  if (/\.zip$/i.test(name)) return openZippedTables(await openZippedSource(name, open));
  return { names: [name], open };
}

async function filesBelow(root: string, folder: string, depth: number): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) names.push(name);
    else if (entry.isDirectory() && depth < MAX_DEPTH)
      names.push(...(await filesBelow(root, name, depth + 1)));
  }
  return names;
}

/** Files whose reading is counted. */
class CountedFiles {
  readonly #counter: ReadCounter;
  readonly #paths = new Set<string>();
  readonly #opened = new Set<string>();

  constructor(counter: ReadCounter) {
    this.#counter = counter;
  }

  add(path: string): void {
    this.#paths.add(path);
  }

  /** Begins to count: nothing is read, and every file will be read once. */
  async restart(): Promise<void> {
    const sizes = await Promise.all([...this.#paths].map(async (path) => (await stat(path)).size));
    this.#counter.read = 0;
    this.#counter.total = sizes.reduce((sum, size) => sum + size, 0);
    this.#opened.clear();
  }

  async *read(path: string): AsyncGenerator<Uint8Array> {
    if (this.#opened.has(path)) this.#counter.total += (await stat(path)).size;
    this.#opened.add(path);
    const highWaterMark = /\.zip$/i.test(path) ? ARCHIVE_CHUNK_BYTES : CHUNK_BYTES;
    for await (const chunk of createReadStream(path, { highWaterMark })) {
      this.#counter.read += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
}
