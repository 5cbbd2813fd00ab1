import type { NoticeRecord } from "./import-record.ts";
import type { JsonObject } from "./json/json-value.ts";

/** So many names are said; files of other programs may have thousands. */
const NAMES_SAID = 40;
const NAME_CHARS = 60;
const FIELDS_KEPT = 1_000;

/** The notice about columns, or fields of JSON, that hold values and are not taken; none without any. */
export function* columnsNotRead(file: string, names: readonly string[]): Generator<NoticeRecord> {
  if (names.length === 0) return;
  const said = names.slice(0, NAMES_SAID).map((name) => name.slice(0, NAME_CHARS));
  if (names.length > said.length) said.push("…");
  yield { kind: "notice", code: "columns_not_read", file, count: names.length, example: said.join(", ") };
}

/** The fields of a file's entries that hold values and are not taken. */
export class UnreadFields {
  readonly #file: string;
  readonly #known: ReadonlySet<string>;
  readonly #found = new Set<string>();

  /** @param known the fields that are taken, and those that only repeat others */
  constructor(file: string, known: readonly string[]) {
    this.#file = file;
    this.#known = new Set(known);
  }

  add(entry: JsonObject): void {
    for (const name in entry) {
      // The names are kept for a notice; a hostile file has one of its own in each entry.
      if (this.#known.has(name) || this.#found.size >= FIELDS_KEPT || entry[name] === null) continue;
      this.#found.add(name);
    }
  }

  notices(): Generator<NoticeRecord> {
    return columnsNotRead(this.#file, [...this.#found]);
  }
}
