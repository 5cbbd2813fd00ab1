/** A picture that a package names: one file, for one insight or several. */
export interface WantedPicture {
  /** Path or address as the source gives it, or its bare name. */
  path: string;
  name: string;
  /** Possible names of its Sentinel's folder, in lower case. */
  folderNames: readonly string[];
}

export type PictureMatch = { kind: "found"; file: string } | { kind: "ambiguous" } | { kind: "missing" };

/**
 * Finds the files of pictures among the names of a folder.
 *
 * Cameras count their files from 1 again in every deployment, so a bare name is ambiguous while several pictures or
 * files share it. A file belongs to a picture, in this order: when its path ends as the picture's path does, by more
 * than the name; when it lies in a folder called as the Sentinel; when it is the only remaining file of this name,
 * and the picture the only remaining one that could have it. Anything else is ambiguous and not matched.
 */
export function matchPictures(pictures: readonly WantedPicture[], files: readonly string[]): PictureMatch[] {
  const byName = new Map<string, string[]>();
  for (const file of files) pushTo(byName, lastPart(file), file);
  const claimed = new Set<string>();
  const matches = pictures.map((picture) => {
    const match = matchByFolder(picture, byName.get(picture.name.toLowerCase()) ?? []);
    if (match?.kind === "found") claimed.add(match.file);
    return match;
  });
  const rivals = new Map<string, Set<string>>();
  pictures.forEach((picture, index) => {
    if (matches[index] !== null) return;
    const name = picture.name.toLowerCase();
    rivals.set(name, (rivals.get(name) ?? new Set()).add(identityOf(picture)));
  });
  return pictures.map((picture, index) => {
    const match = matches[index];
    if (match !== null && match !== undefined) return match;
    const name = picture.name.toLowerCase();
    const free = (byName.get(name) ?? []).filter((file) => !claimed.has(file));
    const [file] = free;
    if (file === undefined) return { kind: "missing" };
    return free.length === 1 && rivals.get(name)?.size === 1
      ? { kind: "found", file }
      : { kind: "ambiguous" };
  });
}

/** By path, then by the Sentinel's folder; null where neither matches. */
function matchByFolder(picture: WantedPicture, files: readonly string[]): PictureMatch | null {
  const wanted = partsOf(picture.path);
  let longest = 1;
  let best: string[] = [];
  for (const file of files) {
    const length = commonEnd(partsOf(file), wanted);
    if (length > longest) [longest, best] = [length, [file]];
    else if (length === longest && length > 1) best.push(file);
  }
  const [file] = best;
  if (file !== undefined && best.length === 1) return { kind: "found", file };
  const candidates = best.length > 1 ? best : files;
  const inFolder = candidates.filter((one) =>
    partsOf(one)
      .slice(0, -1)
      .some((part) => picture.folderNames.includes(part)),
  );
  const [only] = inFolder;
  if (only !== undefined && inFolder.length === 1) return { kind: "found", file: only };
  return best.length > 1 || inFolder.length > 1 ? { kind: "ambiguous" } : null;
}

/** Pictures with the same path are one picture, even where several deployments list it. */
function identityOf(picture: WantedPicture): string {
  return picture.path === picture.name ? `${picture.folderNames.join("/")}\n${picture.name}` : picture.path;
}

function partsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split(/[/\\]+/)
    .filter((part) => part !== "");
}

function lastPart(path: string): string {
  return partsOf(path).at(-1) ?? "";
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

function pushTo(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
