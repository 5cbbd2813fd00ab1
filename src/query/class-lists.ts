import { parseClassList } from "../storage/mirror/class-list-text.ts";
import { type TextColumn, textAt } from "../storage/mirror/insight-chunk.ts";
import type { InsightColumns } from "./insight-columns.ts";

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
      const code = this.#codeAt(chunk.text.classList, row, chunk.rows);
      holds[code] ??= this.#names[code]?.some((name) => name.toLowerCase().includes(wanted)) ?? false;
      found[place] = Number(holds[code]);
    }
    return found;
  }

  #codeAt(column: TextColumn, row: number, rows: number): number {
    let codes = this.#read.get(column);
    if (codes === undefined) {
      codes = Uint32Array.from(textsOf(column, rows), (text) => this.#codeOf(text));
      this.#read.set(column, codes);
    }
    const at = "dict" in column ? (column.at[row] ?? 0) : "all" in column ? 0 : row;
    return codes[at] ?? 0;
  }

  #codeOf(text: string | null): number {
    const names = text === null ? [] : parseClassList(text).map(({ className }) => className);
    const key = JSON.stringify(names);
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.#names.push(names) - 1;
      this.#codes.set(key, code);
    }
    return code;
  }
}

/** The texts of a column by the places that its rows name. */
function textsOf(column: TextColumn, rows: number): readonly (string | null)[] {
  if ("all" in column) return [column.all];
  if ("dict" in column) return [null, ...column.dict];
  return Array.from({ length: rows }, (_, row) => textAt(column, row));
}
