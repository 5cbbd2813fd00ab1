import { isWider, RETAIN_EVERYTHING, type RetentionChoice } from "../../domain/offline/retention.ts";
import { retentionWithOfflineSets } from "../../domain/offline/retention-with-offline-sets.ts";
import type { SyncPage } from "../../protocol/sync-page.ts";
import { type MirrorDatabase, NO_PULL_YET, type PullState } from "./mirror-database.ts";

/** What is to be kept on this device, and who says so: the person, or the app at a large first copy over a costly link. */
export interface StoredChoice extends RetentionChoice {
  readonly by: "person" | "app";
}

/** What the mirror covers, for screens: counts over it say so. */
export interface RetentionState {
  /** Null: nobody chose, which is everything. */
  choice: StoredChoice | null;
  /** What the server last said that this device keeps; while that is on its way `complete` is false. */
  covers: RetentionChoice;
  complete: boolean;
  /** Old insights were dropped for want of room. */
  trimmed: boolean;
  /** False before the first page, and with a server that has no feed: it sends everything. */
  takesChoice: boolean;
}

const CHOICE_KEY = "choice";

/** The choice lies beside the cursor: a rebuilt mirror keeps it, and what a sign-out removes takes it along. */
export async function readChoice(database: MirrorDatabase): Promise<StoredChoice | null> {
  return ((await database.meta.get(CHOICE_KEY))?.value as StoredChoice | undefined) ?? null;
}

/** The choice with what packed sets need beside it. */
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

/** What was dropped for want of room is missing whatever is chosen: the next pull fills such a mirror anew. */
export async function refillTrimmed(database: MirrorDatabase): Promise<void> {
  await database.transaction("rw", database.meta, async () => {
    const pull = (await database.meta.get("pull"))?.value as PullState | undefined;
    if (pull?.trimmed) await database.meta.put({ key: "pull", value: { ...pull, shape: 0 } });
  });
}

export async function readRetention(database: MirrorDatabase): Promise<RetentionState> {
  const [choice, entry] = await database.meta.bulkGet([CHOICE_KEY, "pull"]);
  const pull = (entry?.value as PullState | undefined) ?? NO_PULL_YET;
  return {
    choice: (choice?.value as StoredChoice | undefined) ?? null,
    covers: pull.kept ?? RETAIN_EVERYTHING,
    complete: pull.complete,
    trimmed: pull.trimmed === true,
    takesChoice: pull.cursor !== null,
  };
}

/** Where the pull stands after a page. What another choice brings is on its way until its round is through. */
export function pullAfter(before: PullState, { cursor, more, kept }: SyncPage, nowMs: number): PullState {
  const grows = isWider(kept ?? RETAIN_EVERYTHING, before.kept ?? RETAIN_EVERYTHING);
  return {
    cursor,
    ...(kept === undefined ? {} : { kept }),
    ...(before.trimmed ? { trimmed: true } : {}),
    complete: before.trimmed !== true && (!more || (before.complete && !grows)),
    freshAtMs: more ? before.freshAtMs : nowMs,
  };
}

/** The moment before which insights go with this page; null where none can be older: it did not move up, and the server sends none. */
export function dropsBefore(before: PullState, { kept }: SyncPage): number | null {
  const since = kept?.since ?? null;
  return since !== null && since > (before.kept?.since ?? Number.NEGATIVE_INFINITY) ? since : null;
}
