import type { TextColumn } from "../storage/mirror/insight-chunk.ts";
import type { InsightColumns } from "./insight-columns.ts";

const NAMED_CLASS = /"className":"((?:[^"\\]|\\.)*)"/g;

/**
 * Which classes the class list of each row names. Lists are many but name few classes together, so each set of names
 * is a code; a chunk is read the first time that somebody filters by class lists, and never again.
 */
export class ClassLists {
  readonly #codes = new Map<string, number>();
  /** By code. */
  readonly #names: (readonly string[])[] = [];
  readonly #read = new WeakMap<TextColumn, Uint32Array>();

  /** By row number: 1 where the class list names a class that holds the text, without regard to case. */
  rowsNaming(text: string, columns: InsightColumns): Uint8Array {
    const found = new Uint8Array(columns.count);
    const wanted = text.trim().toLowerCase();
    const holds: (boolean | undefined)[] = [];
    for (let place = 0; place < found.length; place += 1) {
      const { chunk, row } = columns.sourceOf(place);
      const code = this.#codeAt(chunk.text.classList, row);
      holds[code] ??= this.#names[code]?.some((name) => name.toLowerCase().includes(wanted)) ?? false;
      found[place] = Number(holds[code]);
    }
    return found;
  }

  #codeAt(column: TextColumn, row: number): number {
    let codes = this.#read.get(column);
    if (codes === undefined) {
      codes = Uint32Array.from(textsOf(column), (text) => this.#codeOf(text));
      this.#read.set(column, codes);
    }
    const at = "dict" in column ? (column.at[row] ?? 0) : "list" in column ? row : 0;
    return codes[at] ?? 0;
  }

  #codeOf(text: string | null): number {
    const quoted = Array.from(text?.matchAll(NAMED_CLASS) ?? [], ([, name = ""]) => name);
    const key = quoted.join('"');
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.#names.push(quoted.map((name) => JSON.parse(`"${name}"`) as string)) - 1;
      this.#codes.set(key, code);
    }
    return code;
  }
}

/** The texts of a column by the places that its rows name. */
function textsOf(column: TextColumn): readonly (string | null)[] {
  if ("all" in column) return [column.all];
  if ("dict" in column) return [null, ...column.dict];
  return "list" in column ? column.list : [null];
}
