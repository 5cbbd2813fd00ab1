import { Unzip, type UnzipFile, UnzipInflate, UnzipPassThrough } from "fflate";
import { FormatError } from "../format-error.ts";
import { isOfPackage, type PackageSource, tidyNames } from "./package-source.ts";

/**
 * The files of a zip archive as a package. Nothing is cached: each opening reads the archive from its start and
 * inflates one file.
 *
 * @throws FormatError `not_a_zip` when the archive cannot be read.
 */
export async function openZippedSource(
  archiveName: string,
  openArchive: () => AsyncIterable<Uint8Array>,
): Promise<PackageSource> {
  const names: string[] = [];
  for await (const _ of inflate(archiveName, openArchive(), (name) => {
    names.push(name);
    return false;
  })) {
    // Only the names are needed.
  }
  if (names.length === 0) throw new FormatError("not_a_zip", { file: archiveName });
  return {
    names: tidyNames(names),
    open(name) {
      let found = false;
      return inflate(archiveName, openArchive(), (candidate) => {
        if (found || candidate !== name) return false;
        found = true;
        return true;
      });
    },
  };
}

/**
 * The same package with its individually zipped tables ("images.csv.zip") opened: the names of their contents replace
 * the archive's name.
 */
export async function openZippedTables(source: PackageSource): Promise<PackageSource> {
  const inside = new Map<string, { archive: PackageSource; name: string }>();
  const names: string[] = [];
  for (const name of source.names) {
    if (!/\.(csv|json)\.zip$/i.test(name)) {
      names.push(name);
      continue;
    }
    const archive = await openZippedSource(name, () => source.open(name));
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    for (const inner of archive.names) {
      inside.set(folder + inner, { archive, name: inner });
      names.push(folder + inner);
    }
  }
  return {
    names: tidyNames(new Set(names)),
    open(name) {
      const zipped = inside.get(name);
      return zipped === undefined ? source.open(name) : zipped.archive.open(zipped.name);
    },
  };
}

async function* inflate(
  archiveName: string,
  archive: AsyncIterable<Uint8Array>,
  wanted: (name: string) => boolean,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let state: "before" | "inside" | "after" = "before";
  let failure: unknown = null;
  const unzip = new Unzip((file: UnzipFile) => {
    if (!isOfPackage(file.name) || !wanted(file.name)) return;
    state = "inside";
    file.ondata = (error, chunk, final) => {
      if (error !== null) failure = error;
      else if (chunk.length > 0) ready.push(chunk);
      if (final) state = "after";
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  const push = (chunk: Uint8Array, final: boolean): void => {
    try {
      unzip.push(chunk, final);
    } catch (error) {
      failure = error;
    }
  };
  for await (const chunk of archive) {
    push(chunk, false);
    if (failure !== null) break;
    yield* ready.splice(0);
    if ((state as string) === "after") return;
  }
  if (failure === null) push(new Uint8Array(0), true);
  yield* ready.splice(0);
  if (failure !== null || (state as string) === "inside")
    throw new FormatError("not_a_zip", { file: archiveName });
}
