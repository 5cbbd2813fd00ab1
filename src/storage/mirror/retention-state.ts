import { RETAIN_EVERYTHING, type RetentionChoice } from "../../domain/offline/retention.ts";
import type { MirrorDatabase } from "./mirror-database.ts";
import { pullOf } from "./mirror-meta.ts";

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

export const CHOICE_KEY = "choice";

export async function readRetention(database: MirrorDatabase): Promise<RetentionState> {
  const [choice, entry] = await database.meta.bulkGet([CHOICE_KEY, "pull"]);
  const pull = pullOf(entry);
  return {
    choice: (choice?.value as StoredChoice | undefined) ?? null,
    covers: pull.kept ?? RETAIN_EVERYTHING,
    complete: pull.complete,
    trimmed: pull.trimmed === true,
    takesChoice: pull.cursor !== null,
  };
}
