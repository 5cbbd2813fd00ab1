import type { RetentionChoice } from "../../domain/offline/retention.ts";
import { retentionWithOfflineSets } from "../../domain/offline/retention-with-offline-sets.ts";
import type { MirrorDatabase, PullState } from "./mirror-database.ts";
import { CHOICE_KEY, type StoredChoice } from "./retention-state.ts";

/** The choice is stored beside the cursor: a rebuilt mirror keeps it, and a sign-out removes it with the mirror. */
export async function readChoice(database: MirrorDatabase): Promise<StoredChoice | null> {
  return ((await database.meta.get(CHOICE_KEY))?.value as StoredChoice | undefined) ?? null;
}

/** The choice, widened by the needs of offline sets. */
export async function readWantedRetention(
  database: MirrorDatabase,
  nowMs: number,
): Promise<RetentionChoice | null> {
  return retentionWithOfflineSets(await readChoice(database), await database.packs.toArray(), nowMs);
}

export async function storeChoice(database: MirrorDatabase, choice: StoredChoice): Promise<void> {
  await database.transaction("rw", database.meta, async () => {
    await database.meta.put({ key: CHOICE_KEY, value: choice });
    await refillTrimmed(database);
  });
}

/** A trimmed mirror lacks rows whatever is chosen: the next pull fills it anew. */
export async function refillTrimmed(database: MirrorDatabase): Promise<void> {
  await database.transaction("rw", database.meta, async () => {
    const pull = (await database.meta.get("pull"))?.value as PullState | undefined;
    if (pull?.trimmed) await database.meta.put({ key: "pull", value: { ...pull, shape: 0 } });
  });
}
