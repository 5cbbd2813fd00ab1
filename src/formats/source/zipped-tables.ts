import { FormatError } from "../format-error.ts";
import { type ByteFile, memoryFile } from "./byte-file.ts";
import { gzippedTable } from "./gzip-table.ts";
import { folderOf, type PackageFile, type PackageFiles, proportionalShares } from "./package-source.ts";
import { openArchive } from "./zip-archive.ts";
import type { ZipAllowance } from "./zip-limits.ts";

/**
 * The same files with individually compressed tables ("images.csv.zip", "media.csv.gz") opened: their contents replace
 * the archive.
 * `parent` names the archive that holds the files, if any: an archive inside an archive is kept in memory.
 *
 * @throws FormatError as `openArchive` does, `zip_nested_too_large`, and `two_of_a_table`: nothing says which of the two
 * is the newer.
 */
export async function openZippedTables(
  files: PackageFiles,
  allowance: ZipAllowance,
  parent = "",
): Promise<PackageFiles> {
  const opened = new Map<string, PackageFile>();
  const add = (name: string, table: PackageFile, from: string): void => {
    if (opened.has(name) || (from !== name && files.has(name)))
      throw new FormatError("two_of_a_table", { table: name, file: from });
    opened.set(name, table);
  };
  for (const [name, file] of files) {
    if (/\.(csv|tsv|json)\.gz$/i.test(name)) {
      add(name.replace(/\.gz$/i, ""), gzippedTable(name, file, allowance), name);
      continue;
    }
    if (!/\.(csv|tsv|json)\.zip$/i.test(name)) {
      add(name, file, name);
      continue;
    }
    const bytes = file.random ?? (await loadNested(parent, name, file, allowance));
    const tables = [...(await openArchive(name, bytes, allowance))];
    // The archive may itself take up a share of an outer archive.
    const shares = proportionalShares(
      file.storedBytes,
      tables.map(([, table]) => table.storedBytes),
    );
    tables.forEach(([inner, table], index) => {
      add(folderOf(name) + inner, { ...table, storedBytes: shares[index] ?? 0 }, name);
    });
  }
  return opened;
}

async function loadNested(
  parent: string,
  name: string,
  file: PackageFile,
  allowance: ZipAllowance,
): Promise<ByteFile> {
  allowance.takeNested(parent, name, file.bytes);
  const bytes = new Uint8Array(file.bytes);
  let filled = 0;
  for await (const piece of file.open()) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  if (filled !== bytes.length) throw new FormatError("zip_wrong_size", { file: parent, entry: name });
  return memoryFile(bytes);
}
