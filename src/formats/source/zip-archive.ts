import {
  ERR_EOCDR_NOT_FOUND,
  ERR_UNSAFE_FILENAME,
  type FileEntry,
  ZipReader,
} from "@zip.js/zip.js/index-native.js";
import { FormatError } from "../format-error.ts";
import { ArchiveReader } from "./archive-reader.ts";
import type { ByteFile } from "./byte-file.ts";
import { isTable, type PackageFile, type PackageFiles, proportionalShares } from "./package-source.ts";
import { inflateEntry } from "./zip-entry.ts";
import type { ZipAllowance } from "./zip-limits.ts";

const STORED = 0;
const DEFLATED = 8;
/** The first bytes of an archive that begins with an entry: "PK", 3, 4. */
const ENTRY_SIGNATURE = [0x50, 0x4b, 3, 4];

/**
 * The tables of a zip archive, by the central directory at its end. Everything that the directory declares is checked
 * here; what is declared wrongly is found while the table is inflated.
 *
 * @throws FormatError `not_a_zip`, or a code that begins with "zip_"; the system's error when the archive cannot be
 * read.
 */
export async function openArchive(
  file: string,
  bytes: ByteFile,
  allowance: ZipAllowance,
): Promise<PackageFiles> {
  const { limits } = allowance;
  const tooMany = () => new FormatError("zip_too_many_entries", { file, limit: String(limits.entries) });
  const reader = new ArchiveReader(bytes, limits.directoryBytes, tooMany);
  const tables = new Map<string, FileEntry>();
  await reader.open();
  try {
    let entries = 0;
    for await (const entry of new ZipReader(reader).getEntriesGenerator({ normalizeFilename })) {
      entries += 1;
      if (entries > limits.entries) throw tooMany();
      if (entry.directory || !isTable(entry.filename)) continue;
      checkEntry(file, entry, tables, allowance);
      tables.set(entry.filename, entry);
    }
  } catch (error) {
    throw reader.failure ?? (await directoryError(file, reader, error));
  } finally {
    await reader.close();
  }
  return withShares(file, reader, [...tables.values()]);
}

/** Some writers on Windows separate folders by backslashes. */
function normalizeFilename(name: string): string {
  return name.replaceAll("\\", "/");
}

function checkEntry(
  file: string,
  entry: FileEntry,
  known: ReadonlyMap<string, FileEntry>,
  allowance: ZipAllowance,
): void {
  const details = { file, entry: entry.filename };
  if (known.has(entry.filename)) throw new FormatError("zip_duplicate_name", details);
  if (entry.encrypted) throw new FormatError("zip_encrypted", details);
  const method = entry.compressionMethod;
  if (method !== STORED && method !== DEFLATED)
    throw new FormatError("zip_method", { ...details, method: String(method) });
  const { uncompressedSize: inflatedBytes, compressedSize: compressedBytes } = entry;
  allowance.takeTable({ ...details, inflatedBytes, compressedBytes });
}

async function directoryError(file: string, reader: ArchiveReader, error: unknown): Promise<Error> {
  if (error instanceof FormatError) return error;
  const { message, filename = "" } = error as Error & { filename?: string };
  if (message === ERR_UNSAFE_FILENAME) return new FormatError("zip_unsafe_name", { file, entry: filename });
  if (message === ERR_EOCDR_NOT_FOUND) {
    const start = await reader.readUint8Array(0, ENTRY_SIGNATURE.length);
    if (ENTRY_SIGNATURE.every((byte, index) => start[index] === byte))
      return new FormatError("zip_incomplete", { file });
  }
  return new FormatError("not_a_zip", { file });
}

/** Each table takes up a share of the archive in proportion to its compressed size. */
function withShares(file: string, reader: ArchiveReader, entries: readonly FileEntry[]): PackageFiles {
  const shares = proportionalShares(
    reader.size,
    entries.map((entry) => entry.compressedSize),
  );
  const tables = new Map<string, PackageFile>();
  entries.forEach((entry, index) => {
    tables.set(entry.filename, {
      bytes: entry.uncompressedSize,
      storedBytes: shares[index] ?? 0,
      random: null,
      open: () => inflateEntry(file, reader, entry),
    });
  });
  return tables;
}
