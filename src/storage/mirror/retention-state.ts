import { RETAIN_EVERYTHING, type RetentionChoice } from "../../domain/offline/retention.ts";
import type { MirrorDatabase, PullState } from "./mirror-database.ts";
import { pullOf } from "./mirror-meta.ts";

/** The chosen retention, and who chose it: the person, or the app before a large first copy over a costly link. */
export interface StoredChoice extends RetentionChoice {
  readonly by: "person" | "app";
}

/** The part of the data that the mirror covers: screens show it beside their counts. */
export interface RetentionState {
  /** Null: no choice was made, and everything is retained. */
  choice: StoredChoice | null;
  /** The retention that the server last confirmed; `complete` is false until all its rows are here. */
  covers: RetentionChoice;
  complete: boolean;
  /** Old insights were dropped to free space. */
  trimmed: boolean;
  /** All insights received from this moment on are here, epoch ms, once `complete` or `trimmed`; null: of any age. */
  heldFromMs: number | null;
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
    heldFromMs: heldFrom(pull),
    takesChoice: pull.cursor !== null,
  };
}

function heldFrom({ kept, trimmedToMs }: PullState): number | null {
  const since = kept?.since ?? null;
  if (trimmedToMs === undefined) return since;
  return Math.max(trimmedToMs + 1, since ?? Number.NEGATIVE_INFINITY);
}
