import type { InsightRecord } from "../import-record.ts";

/** The pictures of a package, over all its tables. */
export class PictureRows {
  readonly #pictures = new Map<string, SaidOfPicture>();
  readonly #severalFiles: boolean;

  /** @param severalFiles whether a table may be there twice: then rows of a copy must not become further insights. */
  constructor(severalFiles: boolean) {
    this.#severalFiles = severalFiles;
  }

  of(key: string): SaidOfPicture {
    let said = this.#pictures.get(key);
    if (said === undefined) {
      said = new SaidOfPicture(this.#severalFiles);
      this.#pictures.set(key, said);
    }
    return said;
  }
}

/** The rows of one picture so far. */
class SaidOfPicture {
  #rows = 0;
  /** The class and facts of the last row. */
  #last: string | null = null;
  /** The file of each class. */
  readonly #files: Map<string, string> | null;

  constructor(severalFiles: boolean) {
    this.#files = severalFiles ? new Map() : null;
  }

  /** The name of the picture's next insight. */
  nextId(pictureId: string): string {
    this.#rows += 1;
    return this.#rows === 1 ? pictureId : `${pictureId}#${this.#rows}`;
  }

  /** Whether the row before says the same: another animal, or a row that was copied. */
  isAgain({ className, observation, boxes }: InsightRecord): boolean {
    const isOnly = observation === undefined && boxes.length === 0;
    const said = isOnly ? className : JSON.stringify([className, observation, boxes]);
    const before = this.#last;
    this.#last = said;
    return said === before;
  }

  /** Whether another file has this class for the picture. */
  isIn(file: string, className: string): boolean {
    if (this.#files === null) return false;
    const first = this.#files.get(className);
    if (first === undefined) this.#files.set(className, file);
    return first !== undefined && first !== file;
  }
}
