import { FormatError } from "../format-error.ts";
import { type ByteFile, memoryFile } from "./byte-file.ts";
import { folderOf, type PackageFile, type PackageFiles, proportionalShares } from "./package-source.ts";
import { openArchive } from "./zip-archive.ts";
import type { ZipAllowance } from "./zip-limits.ts";

/**
 * The same files with individually zipped tables ("images.csv.zip") opened: their contents replace the archive.
 * `parent` names the archive that holds the files, if any: an archive inside an archive is kept in memory.
 *
 * @throws FormatError as `openArchive` does, and `zip_nested_too_large`.
 */
export async function openZippedTables(
  files: PackageFiles,
  allowance: ZipAllowance,
  parent = "",
): Promise<PackageFiles> {
  const opened = new Map<string, PackageFile>();
  for (const [name, file] of files) {
    if (!/\.(csv|json)\.zip$/i.test(name)) {
      if (!opened.has(name)) opened.set(name, file);
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
      opened.set(folderOf(name) + inner, { ...table, storedBytes: shares[index] ?? 0 });
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
