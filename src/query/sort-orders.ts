import { INSIGHT_STATUSES } from "../domain/insight/insight.ts";
import { compareNames } from "../domain/text-order.ts";
import { type AnswerRows, MIXED_STATUS } from "./answer-rows.ts";
import type { SortColumn } from "./insight-engine.ts";
import { orderByFloats, orderByRanks } from "./radix-order.ts";

/** The rank of each code of a column whose codes are not ranks themselves. */
export interface CodeRanks {
  className(): Uint32Array;
  device(): Uint32Array;
}

/**
 * Orders of the rows of an answer, ascending, each made once and kept until the columns change. Rows that are equal
 * in a column follow by time, then by their place, so that pages never repeat or miss a row.
 */
export class SortOrders {
  readonly #rows: AnswerRows;
  readonly #ranks: CodeRanks;
  readonly #made = new Map<SortColumn, Uint32Array>();
  #status: { of: Uint8Array; order: Uint32Array } | null = null;

  constructor(rows: AnswerRows, ranks: CodeRanks) {
    this.#rows = rows;
    this.#ranks = ranks;
  }

  ascending(column: SortColumn, status: Uint8Array): Uint32Array {
    if (column === "status") return this.#byStatus(status);
    let order = this.#made.get(column);
    if (order === undefined) {
      order = this.#make(column);
      this.#made.set(column, order);
    }
    return order;
  }

  #make(column: Exclude<SortColumn, "status">): Uint32Array {
    const { byTime, confidence, classCode, deviceCode, sourceCode } = this.#rows;
    switch (column) {
      case "time":
        return byTime;
      case "confidence":
        return orderByFloats(byTime, confidence);
      case "className":
        return orderByRanks(byTime, classCode, this.#ranks.className());
      case "device":
        return orderByRanks(byTime, deviceCode, this.#ranks.device());
      case "source":
        return orderByRanks(byTime, sourceCode, SOURCE_RANKS);
    }
  }

  #byStatus(status: Uint8Array): Uint32Array {
    if (this.#status?.of !== status) {
      this.#status = { of: status, order: orderByRanks(this.#rows.byTime, status, STATUS_RANKS) };
    }
    return this.#status.order;
  }
}

/** Collections whose members differ come before all others. */
const STATUS_RANKS = Uint32Array.from({ length: MIXED_STATUS + 1 }, (_, code) =>
  code === MIXED_STATUS ? 0 : Math.min(code, INSIGHT_STATUSES.length) + 1,
);
const SOURCE_RANKS = Uint32Array.from({ length: 256 }, (_, code) => code);

/** The rank of each text in the order of names; names that `compareNames` takes for equal share a rank. */
export function ranksOf(texts: readonly string[]): Uint32Array {
  const order = Array.from(texts.keys()).sort((a, b) => compareNames(texts[a] ?? "", texts[b] ?? ""));
  const ranks = new Uint32Array(texts.length);
  let rank = 0;
  for (const [at, code] of order.entries()) {
    const previous = order[at - 1];
    if (previous !== undefined && compareNames(texts[previous] ?? "", texts[code] ?? "") !== 0) rank += 1;
    ranks[code] = rank;
  }
  return ranks;
}
