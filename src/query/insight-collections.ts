import { ClassMeans } from "../domain/insight/collection.ts";
import type { ClassScore } from "../domain/insight/insight.ts";
import { parseClassList } from "../storage/mirror/class-list-text.ts";
import {
  insightAt,
  type MirrorInsight,
  numberAt,
  type TextColumn,
  textAt,
} from "../storage/mirror/insight-chunk.ts";
import type { InsightColumns, RowSource } from "./insight-columns.ts";

/** A collection in an answer. */
export interface CollectionGroup {
  /** Row numbers, newest first. */
  members: Uint32Array;
}

/** Upper bound of the parsed class lists of dictionaries in memory: they repeat, but their number is not bounded. */
const CLASS_LISTS_KEPT = 20_000;

/**
 * The collections of living rows. Lives as long as its columns: after a change only the collections that it touched
 * are summarized anew.
 */
export class CollectionFolds {
  readonly #columns: InsightColumns;
  readonly #classLists = new Map<string, readonly ClassScore[]>();
  readonly #means = new ClassMeans();
  /** Holds one member after the other, because an object for each would be most of what a summary allocates. */
  readonly #member = {
    className: "",
    confidence: null as number | null,
    groupConfidence: null as number | null,
    isFromLora: false,
    classList: [] as readonly ClassScore[],
  };
  /** By collection code: the code of the class and the confidence that the collection shows. */
  #classCode = new Uint32Array(0);
  #confidence = new Float64Array(0);
  /** By collection code, where its members begin in `#members`; one entry more at the end. */
  #starts = new Uint32Array(1);
  #members = new Uint32Array(0);
  /** Codes of the collections that have members. */
  #codes = new Uint32Array(0);

  constructor(columns: InsightColumns) {
    this.#columns = columns;
  }

  /** @param byTime all living rows, oldest first */
  refresh(byTime: Uint32Array): void {
    this.#layOut(byTime);
    const touched = this.#columns.takeTouched();
    const codes = this.#columns.collections.texts.length;
    if (codes > this.#classCode.length) {
      this.#classCode = enlarged(this.#classCode, new Uint32Array(codes * 2));
      this.#confidence = enlarged(this.#confidence, new Float64Array(codes * 2));
    }
    for (const code of touched) {
      if (this.size(code) === 0) continue;
      this.#means.clear();
      this.#addMembers(code);
      this.#classCode[code] = this.#columns.classes.codeOf(this.#means.className());
      this.#confidence[code] = this.#means.confidence() ?? Number.NaN;
    }
  }

  /** Newest first; empty where no member is left. */
  members(code: number): Uint32Array {
    return this.#members.subarray(this.#starts[code] ?? 0, this.#starts[code + 1] ?? 0);
  }

  classCode(code: number): number {
    return this.#classCode[code] ?? 0;
  }

  /** NaN where there is none. */
  confidence(code: number): number {
    return this.#confidence[code] ?? Number.NaN;
  }

  /** Codes of the collections that have members. */
  codes(): Uint32Array {
    return this.#codes;
  }

  // Called for each of a hundred thousand collections in every query, so these methods allocate nothing.

  /** The newest member of a collection that has members. */
  newest(code: number): number {
    return this.#members[this.#starts[code] ?? 0] ?? 0;
  }

  size(code: number): number {
    return (this.#starts[code + 1] ?? 0) - (this.#starts[code] ?? 0);
  }

  /** Whether any member is marked. @param marked 1 for each row number that is */
  isMarked(code: number, marked: Uint8Array): boolean {
    const end = this.#starts[code + 1] ?? 0;
    for (let at = this.#starts[code] ?? 0; at < end; at += 1) {
      if (marked[this.#members[at] ?? 0] === 1) return true;
    }
    return false;
  }

  /** Whether all members have the same value. @param values one for each row number */
  isAlike(code: number, values: Uint8Array): boolean {
    const [start, end] = [this.#starts[code] ?? 0, this.#starts[code + 1] ?? 0];
    const first = values[this.#members[start] ?? 0];
    for (let at = start + 1; at < end; at += 1) {
      if (values[this.#members[at] ?? 0] !== first) return false;
    }
    return true;
  }

  #layOut(byTime: Uint32Array) {
    const { collectionCode, collections } = this.#columns;
    const starts = new Uint32Array(collections.texts.length + 1);
    for (const place of byTime) {
      const code = collectionCode[place] ?? 0;
      if (code !== 0) starts[code + 1] = (starts[code + 1] ?? 0) + 1;
    }
    for (let code = 1; code < starts.length; code += 1) {
      starts[code] = (starts[code] ?? 0) + (starts[code - 1] ?? 0);
    }
    const next = starts.slice();
    const members = new Uint32Array(starts.at(-1) ?? 0);
    for (let at = byTime.length - 1; at >= 0; at -= 1) {
      const place = byTime[at] ?? 0;
      const code = collectionCode[place] ?? 0;
      if (code === 0) continue;
      const to = next[code] ?? 0;
      members[to] = place;
      next[code] = to + 1;
    }
    this.#starts = starts;
    this.#members = members;
    const codes = new Uint32Array(starts.length);
    let count = 0;
    for (let code = 1; code + 1 < starts.length; code += 1) {
      if (this.size(code) === 0) continue;
      codes[count] = code;
      count += 1;
    }
    this.#codes = codes.subarray(0, count);
  }

  #addMembers(code: number): void {
    const member = this.#member;
    const end = this.#starts[code + 1] ?? 0;
    for (let at = this.#starts[code] ?? 0; at < end; at += 1) {
      const { chunk, row } = this.#columns.sourceOf(this.#members[at] ?? 0);
      const { text, numbers } = chunk;
      member.className = textAt(text.className, row) ?? "";
      member.confidence = numberAt(numbers.confidence, row);
      member.groupConfidence = numberAt(numbers.groupConfidence, row);
      member.isFromLora = numberAt(numbers.isFromLora, row) === 1;
      member.classList = this.#classList(text.classList, row);
      this.#means.add(member);
    }
  }

  #classList(column: TextColumn, row: number): readonly ClassScore[] {
    const text = textAt(column, row);
    if (text === null) return [];
    // Elsewhere lists hardly repeat, and what is kept for long costs far more than what is read and forgotten.
    if (!("dict" in column)) return parseClassList(text);
    let scores = this.#classLists.get(text);
    if (scores === undefined) {
      scores = parseClassList(text);
      if (this.#classLists.size >= CLASS_LISTS_KEPT) this.#classLists.clear();
      this.#classLists.set(text, scores);
    }
    return scores;
  }
}

export function insightOf(source: RowSource, place: number): MirrorInsight {
  const { chunk, row } = source.sourceOf(place);
  return insightAt(chunk, row);
}

function enlarged<Values extends Uint32Array | Float64Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
