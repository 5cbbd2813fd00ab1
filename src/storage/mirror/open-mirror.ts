import { type GuardedDatabase, guardDatabase } from "../guard-database.ts";
import { type MirrorDatabase, openMirrorDatabase, type PullState } from "./mirror-database.ts";
import { pullOf, watchMetaWrites, watchQuery } from "./mirror-meta.ts";
import type { MirrorReader } from "./mirror-reader.ts";
import { createMirrorReader } from "./mirror-tables.ts";

/**
 * An open mirror with what a first screen needs of it. `mirrorStorageOf` adds what reads and writes insights, whose
 * code is loaded later.
 */
export interface OpenMirror extends GuardedDatabase {
  readonly tables: MirrorReader;
  readonly database: MirrorDatabase;
  pullState(): Promise<PullState>;
  /**
   * Drops the oldest insights to free space, at most all but the newest chunk; any tab may. Counts say that they cover
   * a part, and the pull goes on from where it stood.
   * @param share of the chunks, 0 to 1
   */
  trim(share: number): Promise<void>;
  /** Calls back with a read now and whenever its rows change, in any tab. Returns the unsubscribe function. */
  follow<T>(read: () => Promise<T>, listener: (answer: T) => void): () => void;
  /**
   * Calls back when the versions of the data may have grown, before anybody who awaits the write goes on; of another
   * thread or tab as soon as the browser passes it on. Returns the unsubscribe function.
   */
  onCommit(listener: () => void): () => void;
}

export function openMirror(
  userId: number,
  onOutdated: (wasOpen: boolean) => void = () => undefined,
): OpenMirror {
  const database = openMirrorDatabase(userId);
  const guard = guardDatabase(database, onOutdated);
  return {
    ...guard,
    tables: createMirrorReader(database),
    database,
    async pullState() {
      await guard.ready();
      return pullOf(await database.meta.get("pull"));
    },
    async trim(share) {
      // Loaded on demand: few devices are ever full. The chunk is precached.
      const { trimMirror } = await import("./mirror-trim.ts");
      await trimMirror(database, share);
    },
    follow: watchQuery,
    onCommit(listener) {
      const stopHearing = watchMetaWrites(database, listener);
      const stopLooking = guard.onLost(listener);
      return () => {
        stopHearing();
        stopLooking();
      };
    },
  };
}
