import type { Clock } from "../../src/domain/clock.ts";
import type { Database, WriteStep, WriteTransaction } from "../db/database.ts";
import type { PhotoRoom } from "../features/quotas/photo-room.ts";
import type { DatasetNaming } from "./device-choice.ts";
import type { ImportRefusal } from "./import-refusal.ts";
import type { ImportSummary } from "./import-summary.ts";
import type { ImportSurvey } from "./import-survey.ts";
import type { SlicePacer } from "./slice-pacer.ts";

/** The state that all parts of one import share. */
export interface IntakeContext {
  readonly db: Database;
  readonly clock: Clock;
  /** A monotonic clock, in milliseconds, for the length of transactions. */
  readonly stopwatch: () => number;
  readonly ownerId: number;
  /** The most Sentinels that the owner may hold. */
  readonly maxDevices: number;
  readonly room: PhotoRoom;
  readonly dryRun: boolean;
  readonly summary: ImportSummary;
  readonly pacer: SlicePacer;
  /** The insights that were committed, new and changed. */
  readonly written: { insights: number };
  readonly naming: DatasetNaming;
  /** Null in the import itself. */
  readonly survey: ImportSurvey | null;
  refuse(refusal: ImportRefusal): void;
}

/**
 * One short write transaction; its length, waiting and commit included, sets the size of the next one. The database
 * may repeat `work`, so it counts nothing itself and returns the counts.
 */
export async function writeSlice<T>(
  context: IntakeContext,
  rows: number,
  work: (transaction: WriteTransaction) => Promise<T>,
): Promise<T> {
  return timed(context, rows, () => context.db.write(work));
}

/** The same of steps that need no answer in between. */
export async function writeStepsOf(
  context: IntakeContext,
  rows: number,
  steps: readonly WriteStep[],
): Promise<void> {
  await timed(context, rows, () => context.db.writeAtOnce(steps));
}

async function timed<T>(context: IntakeContext, rows: number, write: () => Promise<T>): Promise<T> {
  const startedMs = context.stopwatch();
  const result = await write();
  context.pacer.took(rows, context.stopwatch() - startedMs);
  return result;
}
