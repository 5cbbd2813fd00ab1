import type { ByteFile } from "./byte-file.ts";

/**
 * Source of a package's files: a folder, an archive, or files that a person chose in a browser. Names use forward
 * slashes and are relative to the package.
 */
export interface PackageSource {
  readonly names: readonly string[];
  /** The bytes of one of `names`, from the start each time; rejects when the file cannot be read. */
  open(name: string): AsyncIterable<Uint8Array>;
}

/** One file of a package, before its readers see it. */
export interface PackageFile {
  /** Bytes that `open` gives in all. */
  readonly bytes: number;
  /** Bytes that the file takes up where it is stored; in an archive, its share of the archive. */
  readonly storedBytes: number;
  /** The file's bytes from the start, in pieces; rejects when it cannot be read. */
  open(): AsyncIterable<Uint8Array>;
  /** The file for reading at any place; null for a file inside an archive. */
  readonly random: ByteFile | null;
}

/** The files of a package by their names. */
export type PackageFiles = ReadonlyMap<string, PackageFile>;

/** The package of these files, whose names it tidies. */
export function packageOf(files: PackageFiles): PackageSource {
  return {
    names: tidyNames(files.keys()),
    async *open(name) {
      const file = files.get(name);
      if (file === undefined) throw new Error(`The package holds no ${name}.`);
      yield* file.open();
    },
  };
}

/** Divides the whole number `total` in proportion to `weights`; the whole parts add up to it unless there is none. */
export function proportionalShares(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((before, weight) => before + weight, 0);
  let passed = 0;
  let shared = 0;
  return weights.map((weight, index) => {
    passed += weight;
    const end = index === weights.length - 1 ? total : Math.floor((total * passed) / Math.max(sum, 1));
    const share = end - shared;
    shared = end;
    return share;
  });
}

/** True for a table of text: its heading shows whether commas, semicolons or tabs part its cells. */
export function isCsv(name: string): boolean {
  return /\.(csv|tsv)$/i.test(name);
}

/** True for files that a reader may open; photographs and documents of a package are left alone. */
export function isTable(name: string): boolean {
  return /\.((csv|tsv|json)(\.gz)?|zip)$/i.test(name) && isOfPackage(name);
}

/** The names of a package without folders of other tools (`__MACOSX/`, `._x`), shortest path first, then by text. */
export function tidyNames(names: Iterable<string>): string[] {
  return [...names].filter(isOfPackage).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : a > b ? 1 : 0));
}

/** False for folders and for files that macOS adds to archives. */
export function isOfPackage(name: string): boolean {
  if (name.endsWith("/")) return false;
  return !name
    .split("/")
    .some((part) => part === "__MACOSX" || part.startsWith("._") || part === ".DS_Store");
}

/** The last part of a path or web address, without query. */
export function baseName(path: string): string {
  const clean = path.split(/[?#]/, 1)[0] ?? path;
  return clean.slice(Math.max(clean.lastIndexOf("/"), clean.lastIndexOf("\\")) + 1);
}

/** The folder part of a name: "" or text that ends in a slash. */
export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf("/") + 1);
}

function depth(name: string): number {
  return name.split("/").length;
}
