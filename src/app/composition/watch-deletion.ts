import type { OfflineSet } from "../../domain/offline/offline-set.ts";
import type { OpenMirror } from "../../storage/mirror/open-mirror.ts";
import { storeChoice } from "../../storage/mirror/retained-insights.ts";
import type { StoredChoice } from "../../storage/mirror/retention-state.ts";
import type { Evicted } from "./say-evicted.ts";

/**
 * Notices when the mirror is deleted under this page. Sync fills it anew by itself; the chosen retention, which only
 * this device has, is stored again.
 *
 * @returns the function that ends it
 */
export function watchDeletion(mirror: OpenMirror, onEvicted: (evicted: Evicted) => void): () => void {
  let sets: readonly OfflineSet[] = [];
  let choice: StoredChoice | null = null;
  let store = storeOf(mirror);
  const stopFollowing = mirror.follow(
    () => Promise.all([mirror.tables.offlineSets(), mirror.tables.retention()]),
    ([nowSets, retention]) => {
      sets = nowSets;
      choice = retention.choice;
    },
  );
  const stopLooking = mirror.onLost(() => {
    // Taken now: a read of the new mirror finds nothing.
    const [lostSets, lostChoice, before] = [sets, choice, store];
    store = storeOf(mirror);
    const check = async () => {
      if ((await store) === (await before)) return;
      if (lostChoice !== null && (await mirror.tables.retention()).choice === null)
        await storeChoice(mirror.database, lostChoice);
      // Live queries do not notice that the rows went with their database: deleting them once more wakes these.
      await mirror.database.packs.bulkDelete(lostSets.map(({ packId }) => packId));
      onEvicted({ kind: "mirror", offlineSets: lostSets.map(({ name }) => name) });
    };
    check().catch(() => undefined);
  });
  return () => {
    stopFollowing();
    stopLooking();
  };
}

/** Which mirror this is. */
async function storeOf(mirror: OpenMirror): Promise<unknown> {
  await mirror.ready();
  return (await mirror.database.meta.get("store"))?.value;
}
