import { INSIGHT_STATUSES, type InsightStatus } from "../domain/insight/insight.ts";
import { type AnswerRows, foldedRows, foldedStatus, singleRows } from "./answer-rows.ts";
import type { CollectionFolds, CollectionGroup } from "./insight-collections.ts";
import type { Dictionary, InsightColumns } from "./insight-columns.ts";
import type { InsightFilter, InsightOrder, InsightQuery, InsightSet } from "./insight-engine.ts";
import { type DeviceNames, type PassingRows, rowsThatPass } from "./insight-filter.ts";
import { COLLECTION_ROW_PREFIX } from "./insight-rows.ts";
import { type CodeRanks, ranksOf, SortOrders } from "./sort-orders.ts";

/** The outbox's overlay: the status to show for each insight that it names. */
export type Overlay = ReadonlyMap<string, InsightStatus>;

/** One entry of an answer: the row number of an insight, or a collection. */
export type Hit = number | CollectionGroup;

export interface Hits {
  hits: readonly Hit[];
  matched: number;
  /** Insights in all that matched; a collection counts all its members. */
  insights: number;
}

/** Which rows a filter lets through. */
interface Passed extends PassingRows {
  key: string;
  status: Uint8Array;
}

/** A page is asked for together with the counts of each list of choices, which are under filters of their own. */
const PASSED_KEPT = 6;

/** The rows of one kind of answer, with what was worked out over them. */
interface Answers {
  rows: AnswerRows;
  orders: SortOrders;
  status: { of: Uint8Array; shown: Uint8Array } | null;
  /** Recent results, the newest first. */
  passed: readonly Passed[];
}

/** Answers questions about one state of the columns; made anew whenever they change. Pure but for its caches. */
export class InsightQueries {
  readonly columns: InsightColumns;
  readonly names: DeviceNames;
  readonly #ranks: CodeRanks;
  #byTime: Uint32Array | null = null;
  #single: Answers | null = null;
  #folded: Answers | null = null;
  #folds: CollectionFolds | null = null;
  #statuses: { of: Overlay; status: Uint8Array } | null = null;

  constructor(columns: InsightColumns, names: DeviceNames) {
    this.columns = columns;
    this.names = names;
    this.#ranks = {
      className: ranksFor(columns.classes, (className) => className),
      device: ranksFor(columns.devices, (deviceId) => names.devices.get(deviceId)?.displayName ?? deviceId),
    };
  }

  run(query: InsightQuery, overlay: Overlay): Hits {
    const { offset, limit, grouped } = query;
    const { matched, insights, places } = this.#inOrder(query, overlay, offset, limit);
    return { hits: Array.from(places, (place) => (grouped ? this.#hitAt(place) : place)), matched, insights };
  }

  /** Whether the rows of this kind are in order. The first answer orders them, which takes many times as long as others. */
  isReady(grouped: boolean): boolean {
    return (grouped ? this.#folded : this.#single) !== null;
  }

  /** The row numbers of all that pass, in their order; of a collection that of its newest member. */
  places(order: InsightOrder, overlay: Overlay): Uint32Array {
    return this.#inOrder(order, overlay, 0, Number.POSITIVE_INFINITY).places;
  }

  /** Which rows there are to count, and which of them pass. */
  counted({ filter, grouped }: InsightSet, overlay: Overlay) {
    const answers = grouped ? this.#foldedAnswers() : this.#singleAnswers();
    const status = this.#shownStatus(answers, this.statuses(overlay), grouped);
    const { passes, matched, insights } = this.#pass(answers, filter, status);
    return { rows: answers.rows, status, passes, matched, insights };
  }

  /** Members of the collection that a row is in, newest first; null where it is in none. */
  membersOf(place: number): Uint32Array | null {
    const code = this.columns.collectionCode[place] ?? 0;
    return code === 0 ? null : this.#collectionFolds().members(code);
  }

  /** The place, from 0, of the first row that shows one of these insights; null where none does. */
  placeOf(order: InsightOrder, overlay: Overlay, insightIds: readonly string[]): number | null {
    const { passes } = this.counted(order, overlay);
    const wanted = new Set<number>();
    for (const insightId of insightIds) {
      const shownBy = this.#shownBy(insightId, order.grouped);
      if (shownBy !== undefined && passes[shownBy] === 1) wanted.add(shownBy);
    }
    if (wanted.size === 0) return null;
    return this.places(order, overlay).findIndex((place) => wanted.has(place));
  }

  /** Null where no member of it is here. */
  group(collectionId: string): CollectionGroup | null {
    const collectionCode = this.columns.collections.find(collectionId);
    if (collectionCode === undefined || collectionCode === 0) return null;
    const members = this.#collectionFolds().members(collectionCode);
    return members.length === 0 ? null : { members };
  }

  /** The shown status of every row: the server's, overlaid with what waits to be sent. */
  statuses(overlay: Overlay): Uint8Array {
    if (this.#statuses?.of === overlay) return this.#statuses.status;
    const status = this.columns.statusCode.slice(0, this.columns.count);
    for (const [insightId, shown] of overlay) {
      const place = this.columns.placeOf(insightId);
      if (place !== undefined) status[place] = INSIGHT_STATUSES.indexOf(shown);
    }
    this.#statuses = { of: overlay, status };
    return status;
  }

  /** All living rows, oldest first; rows of one time in the order of their places. */
  byTime(): Uint32Array {
    this.#byTime ??= this.columns.timeOrder.rows();
    return this.#byTime;
  }

  #inOrder(order: InsightOrder, overlay: Overlay, offset: number, limit: number) {
    const { sort, grouped } = order;
    const { status, passes, matched, insights } = this.counted(order, overlay);
    const answers = grouped ? this.#foldedAnswers() : this.#singleAnswers();
    const ascending = answers.orders.ascending(sort.column, status);
    const places = new Uint32Array(Math.max(0, Math.min(limit, matched - offset)));
    let next = -offset;
    for (let step = 0; step < ascending.length && next < places.length; step += 1) {
      const place = ascending[sort.descending ? ascending.length - 1 - step : step] ?? 0;
      if (passes[place] !== 1) continue;
      if (next >= 0) places[next] = place;
      next += 1;
    }
    return { places, matched, insights };
  }

  /** The row that shows an insight or a collection, by its id. */
  #shownBy(insightId: string, grouped: boolean): number | undefined {
    if (grouped && insightId.startsWith(COLLECTION_ROW_PREFIX)) {
      return this.group(insightId.slice(COLLECTION_ROW_PREFIX.length))?.members[0];
    }
    const place = this.columns.placeOf(insightId);
    return place !== undefined && grouped ? (this.membersOf(place)?.[0] ?? place) : place;
  }

  #pass(answers: Answers, filter: InsightFilter, status: Uint8Array): Passed {
    const key = JSON.stringify(filter);
    const known = answers.passed.find((passed) => passed.key === key && passed.status === status);
    if (known !== undefined) return known;
    const found = { key, status, ...rowsThatPass(filter, answers.rows, status, this) };
    const others = answers.passed.filter((passed) => passed.status === status);
    answers.passed = [found, ...others.slice(0, PASSED_KEPT - 1)];
    return found;
  }

  /** The same array as long as the overlay and the columns stay, so that what rests on it is known by it. */
  #shownStatus(answers: Answers, status: Uint8Array, grouped: boolean): Uint8Array {
    if (answers.status?.of !== status) {
      const shown = grouped ? foldedStatus(status, this.#collectionFolds()) : status;
      answers.status = { of: status, shown };
    }
    return answers.status.shown;
  }

  #hitAt(place: number): Hit {
    const members = this.membersOf(place);
    return members === null ? place : { members };
  }

  #singleAnswers(): Answers {
    this.#single ??= this.#answersOver(singleRows(this.columns, this.byTime()));
    return this.#single;
  }

  #foldedAnswers(): Answers {
    this.#folded ??= this.#answersOver(foldedRows(this.columns, this.byTime(), this.#collectionFolds()));
    return this.#folded;
  }

  #answersOver(rows: AnswerRows): Answers {
    return { rows, orders: new SortOrders(rows, this.#ranks), status: null, passed: [] };
  }

  #collectionFolds(): CollectionFolds {
    if (this.#folds === null) {
      this.#folds = this.columns.folds;
      this.#folds.refresh(this.byTime());
    }
    return this.#folds;
  }
}

/** Ranks of a dictionary's names, made again only where it has grown: collections may name classes of their own. */
function ranksFor({ texts }: Dictionary, nameOf: (text: string) => string): () => Uint32Array {
  let ranks: Uint32Array | null = null;
  return () => {
    if (ranks?.length !== texts.length) ranks = ranksOf(texts.map(nameOf));
    return ranks;
  };
}
