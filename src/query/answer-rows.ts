import type { CollectionFolds } from "./insight-collections.ts";
import type { InsightColumns } from "./insight-columns.ts";

/** The status of a collection whose members differ. */
export const MIXED_STATUS = 255;

/**
 * The rows that an answer can have, as columns over row numbers: each living insight, or each insight that is in no
 * collection and the newest member of each collection, which then carries the collection's values.
 */
export interface AnswerRows {
  /** The rows that count, oldest first; rows of one time in the order of their numbers. */
  readonly byTime: Uint32Array;
  /** The same by row number: 1 for each that counts. */
  readonly counts: Uint8Array;
  readonly timeMs: Float64Array;
  /** NaN where there is none. */
  readonly confidence: Float64Array;
  readonly classCode: Uint32Array;
  readonly deviceCode: Uint32Array;
  readonly sourceCode: Uint8Array;
  /** Where rows of a collection stand for all its members. */
  readonly folds: CollectionFolds | null;
  /** How many insights each of them stands for, by row number; null where each is one. */
  readonly insights: Uint32Array | null;
}

/** @param byTime all living rows, oldest first */
export function singleRows(columns: InsightColumns, byTime: Uint32Array): AnswerRows {
  const { timeMs, confidence, classCode, deviceCode, sourceCode } = columns;
  const counts = columns.alive.subarray(0, columns.count);
  return {
    byTime,
    counts,
    timeMs,
    confidence,
    classCode,
    deviceCode,
    sourceCode,
    folds: null,
    insights: null,
  };
}

export function foldedRows(columns: InsightColumns, byTime: Uint32Array, folds: CollectionFolds): AnswerRows {
  const { count, collectionCode, timeMs, deviceCode, sourceCode } = columns;
  const confidence = columns.confidence.slice(0, count);
  const classCode = columns.classCode.slice(0, count);
  const isHead = new Uint8Array(count);
  const insights = new Uint32Array(count);
  let heads = 0;
  for (const place of byTime) {
    if (collectionCode[place] !== 0) continue;
    isHead[place] = 1;
    insights[place] = 1;
    heads += 1;
  }
  for (const code of folds.codes()) {
    const newest = folds.newest(code);
    isHead[newest] = 1;
    insights[newest] = folds.size(code);
    heads += 1;
    classCode[newest] = folds.classCode(code);
    confidence[newest] = folds.confidence(code);
  }
  const kept = new Uint32Array(heads);
  let next = 0;
  for (const place of byTime) if (isHead[place] === 1) kept[next++] = place;
  return {
    byTime: kept,
    counts: isHead,
    timeMs,
    confidence,
    classCode,
    deviceCode,
    sourceCode,
    folds,
    insights,
  };
}

/** The shown status of each of `foldedRows`: of a collection the one that all its members share. */
export function foldedStatus(status: Uint8Array, folds: CollectionFolds): Uint8Array {
  const folded = status.slice();
  for (const code of folds.codes()) {
    if (!folds.isAlike(code, status)) folded[folds.newest(code)] = MIXED_STATUS;
  }
  return folded;
}
