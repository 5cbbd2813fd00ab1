/** A picture that a package names: one file, for one insight or several. */
export interface WantedPicture {
  /** Path or address as the source gives it, or its bare name. */
  path: string;
  name: string;
  /** Possible names of its Sentinel's folder, in lower case. */
  folderNames: readonly string[];
}

/** `rivals` are what speaks against a match: files, or paths of other pictures that have the same right to a file. */
export type PictureMatch =
  | { kind: "found"; file: string }
  | { kind: "ambiguous"; rivals: readonly string[] }
  /** Files have this name, and their paths contradict the picture's. */
  | { kind: "elsewhere"; rivals: readonly string[] }
  | { kind: "missing" };

/** So many rivals are named; cameras that count from 1 have hundreds of files of one name. */
const RIVALS_NAMED = 3;

/**
 * Finds the files of pictures among the files of a folder, each by its path below that folder.
 *
 * Cameras count their files from 1 again in every deployment, and their folders (DCIM/100RECNX) too, so parts of a
 * path prove nothing. A file belongs to a picture where neither has another choice, by this evidence, in this order:
 * both paths are equal; the whole path of one is the end of the other's; the file lies in a folder called as the
 * Sentinel. Every other file of the picture's name is ambiguous or elsewhere, and not taken.
 */
export function matchPictures(pictures: readonly WantedPicture[], files: readonly string[]): PictureMatch[] {
  const claims = new Claims(pictures, files);
  for (const rule of [equalPaths, endsOfPaths, foldersOfSentinels]) claims.settle(rule);
  return pictures.map((picture) => claims.result(picture));
}

interface FileEntry {
  file: string;
  parts: readonly string[];
}

interface PictureEntry {
  path: string;
  parts: readonly string[];
  folderNames: ReadonlySet<string>;
  found: string | null;
  /** The files that are left to choose from, once its path has narrowed them down; empty before. */
  choice: readonly FileEntry[];
  rivals: readonly string[];
}

/** The files that may be the picture's by one kind of evidence. */
type Rule = (
  picture: PictureEntry,
  files: readonly FileEntry[],
  allFolderNames: ReadonlySet<string>,
) => readonly FileEntry[];

const equalPaths: Rule = ({ parts }, files) =>
  files.filter((file) => file.parts.length === parts.length && isEndOf(parts, file.parts));

// A bare name says nothing of the folder, so a file in another Sentinel's folder is not the picture's.
const endsOfPaths: Rule = ({ parts, folderNames }, files, allFolderNames) =>
  files.filter(
    (file) =>
      (isEndOf(parts, file.parts) || isEndOf(file.parts, parts)) &&
      (parts.length > 1 ||
        !file.parts.slice(0, -1).some((part) => allFolderNames.has(part) && !folderNames.has(part))),
  );

const foldersOfSentinels: Rule = ({ choice, folderNames }, files) =>
  (choice.length > 0 ? choice.filter((file) => files.includes(file)) : files).filter(({ parts }) =>
    parts.slice(0, -1).some((part) => folderNames.has(part)),
  );

/** Pictures and files by name; each rule gives a file to a picture where neither has a second choice. */
class Claims {
  readonly #pictures = new Map<string, PictureEntry>();
  readonly #files = new Map<string, FileEntry[]>();
  readonly #byName = new Map<string, PictureEntry[]>();
  readonly #taken = new Set<string>();
  readonly #folderNames: ReadonlySet<string>;

  constructor(pictures: readonly WantedPicture[], files: readonly string[]) {
    for (const file of files) {
      const parts = partsOf(file);
      pushTo(this.#files, parts.at(-1) ?? "", { file, parts });
    }
    for (const picture of pictures) this.#add(picture);
    this.#folderNames = new Set([...this.#pictures.values()].flatMap(({ folderNames }) => [...folderNames]));
  }

  #add(picture: WantedPicture): void {
    const { path } = picture;
    const folderNames = new Set(picture.folderNames.map((name) => name.normalize("NFC")));
    const known = this.#pictures.get(identityOf(picture));
    if (known === undefined) {
      const entry = { path, parts: partsOf(path), folderNames, found: null, choice: [], rivals: [] };
      this.#pictures.set(identityOf(picture), entry);
      pushTo(this.#byName, entry.parts.at(-1) ?? "", entry);
    } else {
      // Several deployments may list one picture, which may then lie in the folder of each.
      known.folderNames = new Set([...known.folderNames, ...folderNames]);
    }
  }

  settle(rule: Rule): void {
    for (const [name, pictures] of this.#byName) {
      const files = this.#free(name);
      const open = pictures.filter(({ found }) => found === null);
      if (files.length > 0 && open.length > 0) this.#settleName(rule, open, files);
    }
  }

  #settleName(rule: Rule, pictures: readonly PictureEntry[], files: readonly FileEntry[]): void {
    const choices = pictures.map((picture) => ({ picture, choice: rule(picture, files, this.#folderNames) }));
    const claimants = new Map<string, PictureEntry[]>();
    for (const { picture, choice } of choices)
      for (const { file } of choice) pushTo(claimants, file, picture);
    for (const { picture, choice } of choices) {
      const [only] = choice;
      if (only === undefined) continue;
      const others = (claimants.get(only.file) ?? []).filter((other) => other !== picture);
      if (choice.length === 1 && others.length === 0) {
        picture.found = only.file;
        this.#taken.add(only.file);
      } else {
        picture.rivals = choice.length > 1 ? namesOf(choice) : [only.file, ...others.map(({ path }) => path)];
        // The end of a bare name is every file of that name, which narrows nothing down.
        if (picture.parts.length > 1) picture.choice = choice;
      }
    }
  }

  result(picture: WantedPicture): PictureMatch {
    const entry = this.#pictures.get(identityOf(picture));
    if (entry === undefined) return { kind: "missing" };
    const { found, parts, rivals } = entry;
    if (found !== null) return { kind: "found", file: found };
    const free = this.#free(parts.at(-1) ?? "");
    if (free.length === 0) return { kind: "missing" };
    if (rivals.length > 0) return { kind: "ambiguous", rivals: rivals.slice(0, RIVALS_NAMED) };
    return { kind: "elsewhere", rivals: namesOf(free).slice(0, RIVALS_NAMED) };
  }

  #free(name: string): FileEntry[] {
    return (this.#files.get(name) ?? []).filter(({ file }) => !this.#taken.has(file));
  }
}

/** Pictures with the same path are one picture, even where several deployments list it. */
function identityOf(picture: WantedPicture): string {
  return picture.path === picture.name ? `${picture.folderNames.join("/")}\n${picture.name}` : picture.path;
}

function namesOf(files: readonly FileEntry[]): string[] {
  return files.map(({ file }) => file);
}

function partsOf(path: string): string[] {
  // macOS writes "ü" as two letters into archives.
  return path
    .normalize("NFC")
    .toLowerCase()
    .split(/[/\\]+/)
    .filter((part) => part !== "" && part !== ".");
}

function isEndOf(end: readonly string[], whole: readonly string[]): boolean {
  if (end.length > whole.length) return false;
  for (let back = 1; back <= end.length; back += 1) if (end.at(-back) !== whole.at(-back)) return false;
  return true;
}

function pushTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
