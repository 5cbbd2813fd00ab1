/**
 * Source of a package's files: a folder, an archive, or files that a person chose in a browser. Names use forward
 * slashes and are relative to the package.
 */
export interface PackageSource {
  readonly names: readonly string[];
  /** The bytes of one of `names`, from the start each time; rejects when the file cannot be read. */
  open(name: string): AsyncIterable<Uint8Array>;
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
