import { Dexie, liveQuery, type ObservabilitySet } from "dexie";
import { type MirrorDatabase, NO_PULL_YET, type PullState } from "./mirror-database.ts";

/** Keys of `meta` that more than one file reads or writes. */
export const NAMES_KEY = "names";
export const HEAD_KEY = "head";
export const FIRST_DEVICES_KEY = "firstDevices";
/** How the chunks were last compacted; the stored name is older than the term. */
export const COMPACTED_KEY = "packed";

/** Calls back with a read now and whenever its rows change, in any tab. Returns the unsubscribe function. */
export function watchQuery<T>(read: () => Promise<T>, listener: (answer: T) => void): () => void {
  const query = liveQuery(read).subscribe({ next: listener, error: () => undefined });
  return () => query.unsubscribe();
}

/**
 * Calls back when a write to `meta` was committed: of this thread in the same task, of others as soon as the browser
 * passes it on. Returns the unsubscribe function.
 */
export function watchMetaWrites(database: MirrorDatabase, listener: () => void): () => void {
  const meta = `idb://${database.name}/meta/`;
  const hear = (parts: ObservabilitySet) => {
    if ("all" in parts || meta in parts) listener();
  };
  Dexie.on.storagemutated.subscribe(hear);
  return () => Dexie.on.storagemutated.unsubscribe(hear);
}

export async function readNumber(database: MirrorDatabase, key: string): Promise<number> {
  return Number((await database.meta.get(key))?.value ?? 0);
}

export async function countUp(database: MirrorDatabase, key: string): Promise<void> {
  await database.meta.put({ key, value: (await readNumber(database, key)) + 1 });
}

export function pullOf(stored: { value: unknown } | undefined): PullState {
  return (stored?.value as PullState | undefined) ?? NO_PULL_YET;
}
