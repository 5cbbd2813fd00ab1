import { isRecord } from "../../domain/record-guard.ts";
/** Frees some space; everything that it drops can be fetched again. */
export type Reclaim = () => Promise<void>;

/**
 * Whether a write failed because the device, or this site's share of it, is full; IndexedDB says so by the
 * transaction's end.
 */
export function isStorageFull(error: unknown): boolean {
  for (let cause: unknown = error; isRecord(cause); ) {
    if (cause.name === "QuotaExceededError") return true;
    cause = cause.inner;
  }
  return false;
}

/**
 * Runs a write of unsent work. On a full device cached data is dropped in steps, the least useful first, and the write
 * is tried again after each. After a lost connection to the database a second try opens it again.
 *
 * @throws the last error where all that failed; then nothing was stored
 */
export async function storePrecious<T>(work: () => Promise<T>, reclaimSteps: readonly Reclaim[]): Promise<T> {
  let failure: unknown;
  try {
    return await work();
  } catch (error) {
    failure = error;
  }
  if (!isStorageFull(failure)) return await work();
  for (const reclaimSpace of reclaimSteps) {
    await reclaimSpace().catch(() => undefined);
    try {
      return await work();
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}
