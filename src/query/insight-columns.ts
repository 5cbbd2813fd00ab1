import {
  COMMS_SOURCES,
  INSIGHT_STATUSES,
  insightTimeMs,
  shownConfidence,
} from "../domain/insight/insight.ts";
import {
  type IdKey,
  type InsightChunk,
  idAt,
  idKey,
  idKeyAt,
  type NumberColumn,
  numberAt,
  type TextColumn,
  textAt,
} from "../storage/mirror/insight-chunk.ts";
import { ClassLists } from "./class-lists.ts";
import { IdIndex } from "./id-index.ts";
import { CollectionFolds } from "./insight-collections.ts";
import { TimeOrder } from "./time-order.ts";

/** Of the room for rows where it does not suffice. */
const GROWTH = 1.5;

/** The chunk and place of a row's fields, by row number. */
export interface RowSource {
  sourceOf(place: number): { chunk: InsightChunk; row: number };
}

/**
 * All insights that this device holds, as typed arrays over one row number: what filters and sorts look at. The
 * rest of a row is read from its chunk when it is shown. Rows of a later chunk replace those of an earlier one by
 * id; what was replaced stays as a dead row. Free of the page, so that a worker can own it.
 */
export class InsightColumns implements RowSource {
  count = 0;
  /** Rows that are not replaced or gone. */
  living = 0;
  alive = new Uint8Array(0);
  /** The time and the confidence that are shown; NaN where there is no confidence. */
  timeMs = new Float64Array(0);
  confidence = new Float64Array(0);
  classCode = new Uint32Array(0);
  deviceCode = new Uint32Array(0);
  collectionCode = new Uint32Array(0);
  /** Place in INSIGHT_STATUSES: the server's status. */
  statusCode = new Uint8Array(0);
  /** Place in COMMS_SOURCES plus one; 0 where it is not known. */
  sourceCode = new Uint8Array(0);

  readonly classes = new Dictionary();
  readonly devices = new Dictionary();
  /** Code 0 is "in no collection". */
  readonly collections = new Dictionary();

  readonly #chunks: InsightChunk[] = [];
  /** The number of each chunk's first row. */
  readonly #starts: number[] = [];
  /** The chunk of the row that was looked up last: the next one is often beside it. */
  #lastAt = 0;
  readonly #places: IdIndex;
  /** Codes of collections that gained, lost or changed a member since they were last asked for. */
  #touched = new Set<number>();

  readonly classLists = new ClassLists();

  /** The collections of these rows; kept here because it outlives each state of them. */
  readonly folds: CollectionFolds;
  /** The order of these rows by time; kept here for the same reason. */
  readonly timeOrder: TimeOrder;

  /** @param expected rows for which there is room from the start, since each growth leaves its old arrays behind */
  constructor(expected = 0) {
    this.#places = new IdIndex(expected);
    if (expected > 0) this.#reserve(expected);
    this.collections.codeOf("");
    this.folds = new CollectionFolds(this);
    this.timeOrder = new TimeOrder(this);
  }

  /** Adds a chunk that is newer than all before. */
  append(chunk: InsightChunk): void {
    this.#append(chunk, null);
  }

  /** The same; returns the function that removes the chunk again while it is the last. */
  appendForNow(chunk: InsightChunk): () => void {
    const start = this.count;
    const replaced: Replaced[] = [];
    this.#append(chunk, replaced);
    return () => this.#takeOff(start, replaced);
  }

  /** The collections that changed since the last call. */
  takeTouched(): ReadonlySet<number> {
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  placeOf(insightId: string): number | undefined {
    return this.#places.get(idKey(insightId));
  }

  /** Each chunk with the number of its first row; rows of one chunk are numbered in turn. */
  chunks(): readonly PlacedChunk[] {
    return this.#chunks.map((chunk, at) => ({ chunk, start: this.#starts[at] ?? 0 }));
  }

  sourceOf(place: number): { chunk: InsightChunk; row: number } {
    const at = chunkAt(this.#starts, place, this.#lastAt);
    this.#lastAt = at;
    return sourceIn(this.#chunks[at], place - (this.#starts[at] ?? 0));
  }

  /**
   * These rows, numbered as they are given. Chunks never change, so nothing that is appended or taken off later
   * reaches them.
   */
  pin(places: Uint32Array): RowSource {
    const [chunks, starts] = [[...this.#chunks], [...this.#starts]];
    return {
      sourceOf(number) {
        const place = places[number] ?? -1;
        const at = chunkAt(starts, place, 0);
        return sourceIn(chunks[at], place - (starts[at] ?? 0));
      },
    };
  }

  #append(chunk: InsightChunk, replaced: Replaced[] | null) {
    const start = this.count;
    for (const id of chunk.gone) this.#replace(idKey(id), undefined, replaced);
    this.#reserve(start + chunk.rows);
    this.count = start + chunk.rows;
    this.#chunks.push(chunk);
    this.#starts.push(start);
    for (let row = 0; row < chunk.rows; row += 1) {
      const place = start + row;
      this.alive[place] = 1;
      this.#replace(idKeyAt(chunk, row), place, replaced);
    }
    this.living += chunk.rows;
    this.#fill(chunk, start);
    for (let place = start; place < this.count; place += 1) this.#touch(place);
  }

  #replace(key: IdKey, place: number | undefined, replaced: Replaced[] | null) {
    const before = this.#places.get(key);
    replaced?.push([key, before]);
    if (before !== undefined && this.alive[before] === 1) {
      this.alive[before] = 0;
      this.living -= 1;
      this.#touch(before);
    }
    if (place === undefined) this.#places.delete(key);
    else this.#places.set(key, place);
  }

  #takeOff(start: number, replaced: Replaced[]) {
    // When an empty chunk is taken off, no row changes and the order stays valid. During a first copy this happens after
    // each page, and a new order of all rows each time would be slow.
    if (start < this.count || replaced.length > 0) this.timeOrder.forget();
    for (let place = start; place < this.count; place += 1) {
      if (this.alive[place] === 1) this.living -= 1;
      this.alive[place] = 0;
      this.#touch(place);
    }
    for (const [key, before] of replaced.reverse()) {
      if (before === undefined) this.#places.delete(key);
      else {
        this.#places.set(key, before);
        if (before < start && this.alive[before] === 0) {
          this.alive[before] = 1;
          this.living += 1;
          this.#touch(before);
        }
      }
    }
    this.count = start;
    this.#chunks.pop();
    this.#starts.pop();
  }

  #touch(place: number) {
    const code = this.collectionCode[place] ?? 0;
    if (code !== 0) this.#touched.add(code);
  }

  #fill(chunk: InsightChunk, start: number) {
    fillCodes(chunk.text.className, chunk.rows, this.classCode, start, this.classes);
    fillCodes(chunk.text.deviceId, chunk.rows, this.deviceCode, start, this.devices);
    fillCodes(chunk.text.collectionId, chunk.rows, this.collectionCode, start, this.collections);
    fillPlaces(chunk.text.status, chunk.rows, this.statusCode, start, INSIGHT_STATUSES, 0);
    fillPlaces(chunk.text.commsSource, chunk.rows, this.sourceCode, start, COMMS_SOURCES, 1);
    const { timeStampMs, fileCtimeMs, isFromLora, confidence, groupConfidence } = chunk.numbers;
    const at = (column: NumberColumn, row: number) => numberAt(column, row);
    for (let row = 0; row < chunk.rows; row += 1) {
      const received = at(timeStampMs, row) ?? 0;
      this.timeMs[start + row] = insightTimeMs({ timeStampMs: received, fileCtimeMs: at(fileCtimeMs, row) });
      const shown = shownConfidence({
        isFromLora: at(isFromLora, row) === 1,
        confidence: at(confidence, row),
        groupConfidence: at(groupConfidence, row),
      });
      this.confidence[start + row] = shown ?? Number.NaN;
    }
  }

  #reserve(rows: number) {
    if (rows <= this.alive.length) return;
    const size = Math.max(rows, Math.ceil(this.alive.length * GROWTH), 1024);
    this.alive = grown(this.alive, new Uint8Array(size));
    this.timeMs = grown(this.timeMs, new Float64Array(size));
    this.confidence = grown(this.confidence, new Float64Array(size));
    this.classCode = grown(this.classCode, new Uint32Array(size));
    this.deviceCode = grown(this.deviceCode, new Uint32Array(size));
    this.collectionCode = grown(this.collectionCode, new Uint32Array(size));
    this.statusCode = grown(this.statusCode, new Uint8Array(size));
    this.sourceCode = grown(this.sourceCode, new Uint8Array(size));
  }
}

export interface PlacedChunk {
  chunk: InsightChunk;
  start: number;
}

/** An id that a chunk changed, and the row that it stood for before. */
type Replaced = [IdKey, number | undefined];

/** Texts and their codes, in the order in which they were met. */
export class Dictionary {
  readonly texts: string[] = [];
  readonly #codes = new Map<string, number>();

  codeOf(text: string): number {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.texts.push(text) - 1;
      this.#codes.set(text, code);
    }
    return code;
  }

  find(text: string): number | undefined {
    return this.#codes.get(text);
  }
}

/** The place among the chunks of the one that has a row, by halving. @param guess looked at first */
function chunkAt(starts: readonly number[], place: number, guess: number): number {
  if (place >= (starts[guess] ?? 0) && place < (starts[guess + 1] ?? 0)) return guess;
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    // Of several chunks that begin at one row, all but the last are empty.
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

function sourceIn(chunk: InsightChunk | undefined, row: number) {
  if (chunk === undefined || row < 0 || row >= chunk.rows) throw new RangeError("There is no such row.");
  return { chunk, row };
}

function grown<Values extends Uint8Array | Uint32Array | Float64Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}

/** Codes of a text column; a null counts as the empty text. */
function fillCodes(column: TextColumn, rows: number, into: Uint32Array, start: number, codes: Dictionary) {
  if ("all" in column) {
    into.fill(codes.codeOf(column.all ?? ""), start, start + rows);
    return;
  }
  if ("dict" in column) {
    const known = column.dict.map((text) => codes.codeOf(text));
    for (let row = 0; row < rows; row += 1) {
      const at = column.at[row] ?? 0;
      into[start + row] = at === 0 ? codes.codeOf("") : (known[at - 1] ?? 0);
    }
    return;
  }
  if ("ids" in column) {
    // Members of a collection often follow each other, and a text and a look-up for each would take long.
    let before: number | null = null;
    let code = 0;
    for (let row = 0; row < rows; row += 1) {
      const id = idAt(column.ids, row);
      if (!Object.is(id, before)) code = codes.codeOf(Number.isNaN(id) ? "" : String(id));
      before = id;
      into[start + row] = code;
    }
    return;
  }
  for (let row = 0; row < rows; row += 1) into[start + row] = codes.codeOf(textAt(column, row) ?? "");
}

/** Places in a fixed list, plus `offset`; what is not in it counts as 0. */
function fillPlaces(
  column: TextColumn,
  rows: number,
  into: Uint8Array,
  start: number,
  list: readonly string[],
  offset: number,
) {
  const placeOf = (text: string | null) => Math.max(0, list.indexOf(text ?? "") + offset);
  if ("all" in column) {
    into.fill(placeOf(column.all), start, start + rows);
    return;
  }
  if ("dict" in column) {
    const known = column.dict.map(placeOf);
    for (let row = 0; row < rows; row += 1) into[start + row] = known[(column.at[row] ?? 0) - 1] ?? 0;
    return;
  }
  for (let row = 0; row < rows; row += 1) into[start + row] = placeOf(textAt(column, row));
}
