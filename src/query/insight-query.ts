import { INSIGHT_STATUSES, type InsightStatus } from "../domain/insight.ts";
import { type AnswerRows, foldedRows, foldedStatus, singleRows } from "./answer-rows.ts";
import type { CollectionFolds, CollectionGroup } from "./insight-collections.ts";
import type { Dictionary, InsightColumns } from "./insight-columns.ts";
import { type DeviceNames, rowsThatPass } from "./insight-filter.ts";
import type { InsightFilter, InsightQuery } from "./insight-view.ts";
import { orderByFloats } from "./radix-order.ts";
import { type CodeRanks, ranksOf, SortOrders } from "./sort-orders.ts";

/** What the outbox says about insights: the status to show for each that it names. */
export type Overlay = ReadonlyMap<string, InsightStatus>;

/** One entry of an answer: the row number of an insight, or a collection. */
export type Hit = number | CollectionGroup;

export interface Hits {
  hits: readonly Hit[];
  matched: number;
}

/** The rows of one kind of answer, with what was worked out over them. */
interface Answers {
  rows: AnswerRows;
  orders: SortOrders;
  status: { of: Uint8Array; shown: Uint8Array } | null;
  passed: { key: string; status: Uint8Array; passes: Uint8Array; matched: number } | null;
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
    const { filter, sort, grouped, offset, limit } = query;
    const answers = grouped ? this.#foldedAnswers() : this.#singleAnswers();
    const status = this.#shownStatus(answers, this.statuses(overlay), grouped);
    const { passes, matched } = this.#pass(answers, filter, status);
    const order = answers.orders.ascending(sort.column, status);
    const found: Hit[] = [];
    let skip = offset;
    for (let step = 0; step < order.length && found.length < limit; step += 1) {
      const place = order[sort.descending ? order.length - 1 - step : step] ?? 0;
      if (passes[place] !== 1) continue;
      if (skip > 0) skip -= 1;
      else found.push(grouped ? this.#hitAt(place) : place);
    }
    return { hits: found, matched };
  }

  /** Null where no member of it is here. */
  group(collectionId: string): CollectionGroup | null {
    const collectionCode = this.columns.collections.find(collectionId);
    if (collectionCode === undefined || collectionCode === 0) return null;
    const members = this.#collectionFolds().members(collectionCode);
    return members.length === 0 ? null : { collectionCode, members };
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
    if (this.#byTime === null) {
      const { count, living, alive, timeMs } = this.columns;
      const rows = new Uint32Array(living);
      let next = 0;
      for (let row = 0; row < count; row += 1) if (alive[row] === 1) rows[next++] = row;
      this.#byTime = orderByFloats(rows, timeMs);
    }
    return this.#byTime;
  }

  #pass(answers: Answers, filter: InsightFilter, status: Uint8Array) {
    const key = JSON.stringify(filter);
    const last = answers.passed;
    if (last !== null && last.key === key && last.status === status) return last;
    const passes = rowsThatPass(filter, answers.rows, status, this);
    let matched = 0;
    for (const passed of passes) matched += passed;
    answers.passed = { key, status, passes, matched };
    return answers.passed;
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
    const collectionCode = this.columns.collectionCode[place] ?? 0;
    if (collectionCode === 0) return place;
    return { collectionCode, members: this.#collectionFolds().members(collectionCode) };
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
    return { rows, orders: new SortOrders(rows, this.#ranks), status: null, passed: null };
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
