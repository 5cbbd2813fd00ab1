import { FormatError } from "../format-error.ts";

/** Limits on the memory and time that reading an archive may take. */
export interface ZipLimits {
  /** Entries of one archive, folders and photographs included. */
  readonly entries: number;
  /** Bytes of one archive's central directory. */
  readonly directoryBytes: number;
  /** Inflated bytes of one table. */
  readonly entryBytes: number;
  /** Inflated bytes of all tables of a package. */
  readonly totalBytes: number;
  /** Inflated bytes for one compressed byte. */
  readonly ratio: number;
  /** Inflated bytes up to which the ratio does not matter: a small table of equal rows is harmless. */
  readonly ratioFreeBytes: number;
  /** Bytes of all archives inside an archive, which are kept in memory. */
  readonly nestedBytes: number;
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** A table of 128,000 pictures has 31 MiB and a ratio of 25; Deflate reaches 1,032. */
export const ZIP_LIMITS: ZipLimits = {
  entries: 100_000,
  directoryBytes: 64 * MIB,
  entryBytes: 4 * GIB,
  totalBytes: 8 * GIB,
  ratio: 200,
  ratioFreeBytes: 16 * MIB,
  nestedBytes: 128 * MIB,
};

/** An entry as the central directory declares it. */
export interface DeclaredEntry {
  /** The archive's name. */
  readonly file: string;
  readonly entry: string;
  readonly inflatedBytes: number;
  readonly compressedBytes: number;
}

/** Counts what the archives of one package declare, and refuses what exceeds the limits. */
export class ZipAllowance {
  readonly limits: ZipLimits;
  #totalBytes = 0;
  #nestedBytes = 0;

  constructor(limits: ZipLimits) {
    this.limits = limits;
  }

  /** @throws FormatError `zip_entry_too_large`, `zip_ratio` or `zip_total_too_large`. */
  takeTable(table: DeclaredEntry): void {
    this.checkTable(table);
    this.takeBytes(table, table.inflatedBytes);
  }

  /** @throws FormatError `zip_entry_too_large` or `zip_ratio`. */
  checkTable({ file, entry, inflatedBytes, compressedBytes }: DeclaredEntry): void {
    const { entryBytes, ratio, ratioFreeBytes } = this.limits;
    if (inflatedBytes > entryBytes)
      throw new FormatError("zip_entry_too_large", { file, entry, limit: sizeText(entryBytes) });
    if (inflatedBytes > ratioFreeBytes && inflatedBytes > compressedBytes * ratio)
      throw new FormatError("zip_ratio", { file, entry, limit: String(ratio) });
  }

  /** @throws FormatError `zip_total_too_large`. */
  takeBytes({ file, entry }: Pick<DeclaredEntry, "file" | "entry">, inflatedBytes: number): void {
    const { totalBytes } = this.limits;
    this.#totalBytes += inflatedBytes;
    if (this.#totalBytes > totalBytes)
      throw new FormatError("zip_total_too_large", { file, entry, limit: sizeText(totalBytes) });
  }

  /** @throws FormatError `zip_nested_too_large`. */
  takeNested(file: string, entry: string, bytes: number): void {
    this.#nestedBytes += bytes;
    if (this.#nestedBytes > this.limits.nestedBytes)
      throw new FormatError("zip_nested_too_large", {
        file,
        entry,
        limit: sizeText(this.limits.nestedBytes),
      });
  }
}

/** "4 GiB": the largest unit of which there is at least one, with one decimal where it is needed. */
function sizeText(bytes: number): string {
  const [unit, name] =
    bytes >= GIB ? [GIB, "GiB"] : bytes >= MIB ? [MIB, "MiB"] : bytes >= 1024 ? [1024, "KiB"] : [1, "bytes"];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}
