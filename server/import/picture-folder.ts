import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isOfPackage } from "../../src/formats/source/package-source.ts";

/** The files below a folder of photographs, by their path inside it. Links are not followed. */
export class PictureFolder {
  readonly files: readonly string[];
  readonly #root: string;
  readonly #names: ReadonlySet<string>;

  constructor(root: string, files: readonly string[]) {
    this.#root = root;
    this.files = files;
    this.#names = new Set(files.map((file) => keyOf(file.split("/").at(-1) ?? "")));
  }

  /** Rejects with the system's error when the folder cannot be read. */
  static async open(root: string): Promise<PictureFolder> {
    const files: string[] = [];
    const folders = [""];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) folders.push(path);
        else if (entry.isFile() && isOfPackage(path)) files.push(path);
      }
    }
    return new PictureFolder(root, files.sort());
  }

  /** Whether some file has this bare name, whatever its case. */
  has(name: string): boolean {
    return this.#names.has(keyOf(name));
  }

  /** The bytes of one of `files`; null where there are more than `limit`. */
  async read(file: string, limit: number): Promise<Buffer | null> {
    const path = join(this.#root, file);
    return (await stat(path)).size > limit ? null : readFile(path);
  }
}

/** macOS writes "ü" as two letters into archives. */
function keyOf(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
