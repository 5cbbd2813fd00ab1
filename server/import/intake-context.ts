import type { Transaction } from "kysely";
import type { Clock } from "../../src/domain/clock.ts";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";
import type { ImportRefusal } from "./import-refusal.ts";
import type { ImportSummary } from "./import-summary.ts";
import type { SlicePacer } from "./slice-pacer.ts";

/** What all parts of one import share. */
export interface IntakeContext {
  readonly db: Database;
  readonly clock: Clock;
  /** A clock that only runs forwards, in milliseconds, for the length of transactions. */
  readonly stopwatch: () => number;
  readonly ownerId: number;
  readonly dryRun: boolean;
  readonly summary: ImportSummary;
  readonly pacer: SlicePacer;
  refuse(refusal: ImportRefusal): void;
}

/** One short write transaction; its length, waiting and commit included, sets the size of the next. */
export async function writeSlice(
  context: IntakeContext,
  rows: number,
  work: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  const begun = context.stopwatch();
  await context.db.write(work);
  context.pacer.took(rows, context.stopwatch() - begun);
}

/** Cuts a list into slices of at most `size`. */
export function* slicesOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
