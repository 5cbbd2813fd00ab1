import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { FormatError } from "../../src/formats/format-error.ts";
import type { ByteFile } from "../../src/formats/source/byte-file.ts";
import {
  isTable,
  type PackageFile,
  type PackageFiles,
  type PackageSource,
  packageOf,
} from "../../src/formats/source/package-source.ts";
import { openArchive } from "../../src/formats/source/zip-archive.ts";
import { ZIP_LIMITS, ZipAllowance } from "../../src/formats/source/zip-limits.ts";
import { openZippedTables } from "../../src/formats/source/zipped-tables.ts";
import { countReads, type ReadCounter } from "./read-counter.ts";

/** Bytes read at once; while a piece is parsed, answers of the database wait. */
const CHUNK_BYTES = 64 * 1024;
/** Bounds of the search for tables: folders below the one that was named, and files of all kinds in them. */
export interface FolderLimits {
  readonly depth: number;
  readonly files: number;
}

/** More than any package has; a disk that was named by mistake is not searched to its end. */
const FOLDER_LIMITS: FolderLimits = { depth: 20, files: 5_000_000 };

/**
 * The package at a path of this machine: a folder, a zip archive of one, or a single file. Zipped tables are opened
 * up. Rejects with the system's error when the path cannot be read.
 *
 * @throws FormatError when an archive cannot be read, or an archive or the folder exceeds the limits.
 */
export async function openPackage(
  path: string,
  counter: ReadCounter,
  limits: FolderLimits = FOLDER_LIMITS,
): Promise<PackageSource> {
  const about = await stat(path);
  const allowance = new ZipAllowance(ZIP_LIMITS);
  const files = about.isDirectory()
    ? await openZippedTables(await filesOfFolder(path, limits), allowance)
    : await openFile(path, about.size, allowance);
  return countReads(files, packageOf(files), counter);
}

async function filesOfFolder(path: string, limits: FolderLimits): Promise<PackageFiles> {
  const files = new Map<string, PackageFile>();
  for (const name of await tablesBelow(path, limits)) {
    const whole = join(path, name);
    files.set(name, storedFile(whole, (await stat(whole)).size));
  }
  return files;
}

async function openFile(path: string, size: number, allowance: ZipAllowance): Promise<PackageFiles> {
  const name = basename(path);
  if (!/\.zip$/i.test(name)) return openZippedTables(new Map([[name, storedFile(path, size)]]), allowance);
  return openZippedTables(await openArchive(name, byteFile(path, size), allowance), allowance, name);
}

function storedFile(path: string, size: number): PackageFile {
  return {
    bytes: size,
    storedBytes: size,
    random: byteFile(path, size),
    open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
  };
}

function byteFile(path: string, size: number): ByteFile {
  return {
    size,
    async open() {
      const handle = await open(path);
      return {
        async read(offset, length) {
          const bytes = new Uint8Array(length);
          let filled = 0;
          while (filled < length) {
            const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
            if (bytesRead === 0) break;
            filled += bytesRead;
          }
          return bytes.subarray(0, filled);
        },
        close: () => handle.close(),
      };
    },
  };
}

/** The names of all tables below a folder; links to folders are not followed. */
async function tablesBelow(root: string, limits: FolderLimits): Promise<string[]> {
  const tables: string[] = [];
  let files = 0;
  const folders = [""];
  for (const folder of folders) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (name.split("/").length > limits.depth)
          throw new FormatError("folder_too_deep", { folder: name, limit: String(limits.depth) });
        folders.push(name);
      } else if (entry.isFile()) {
        files += 1;
        if (files > limits.files)
          throw new FormatError("folder_too_many_files", {
            folder: root,
            limit: limits.files.toLocaleString("en"),
          });
        if (isTable(name)) tables.push(name);
      }
    }
  }
  return tables;
}
