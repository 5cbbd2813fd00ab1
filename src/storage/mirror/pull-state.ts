import { isWider, RETAIN_EVERYTHING } from "../../domain/offline/retention.ts";
import { NEWEST_SHAPE } from "../../protocol/records/insight-fields.ts";
import type { SyncPage } from "../../protocol/sync-page.ts";
import type { MirrorDatabase, PullState } from "./mirror-database.ts";
import { pullOf } from "./mirror-meta.ts";

/**
 * Grows with each field that the mirror begins to hold: an insight that has not changed since is not sent again, so a
 * mirror of an older shape is filled anew.
 */
export const MIRROR_SHAPE = NEWEST_SHAPE;

export async function readPull(database: MirrorDatabase): Promise<PullState> {
  return pullOf(await database.meta.get("pull"));
}

export async function putPull(database: MirrorDatabase, state: PullState): Promise<void> {
  await database.meta.put({ key: "pull", value: { ...state, shape: MIRROR_SHAPE } });
}

/** The progress after a page. After a wider choice the mirror is incomplete until its round has ended. */
export function pullAfter(
  before: PullState,
  { cursor, more, kept }: Omit<SyncPage, "tables">,
  nowMs: number,
): PullState {
  const grows = isWider(kept ?? RETAIN_EVERYTHING, before.kept ?? RETAIN_EVERYTHING);
  return {
    cursor,
    ...(kept === undefined ? {} : { kept }),
    ...(before.trimmed ? { trimmed: true } : {}),
    ...(before.trimmedToMs === undefined ? {} : { trimmedToMs: before.trimmedToMs }),
    complete: before.trimmed !== true && (!more || (before.complete && !grows)),
    freshAtMs: more ? before.freshAtMs : nowMs,
  };
}

/** The moment before which this page drops insights; null where the bound did not rise, so that no row is older. */
export function dropsBefore(before: PullState, { kept }: Pick<SyncPage, "kept">): number | null {
  const since = kept?.since ?? null;
  return since !== null && since > (before.kept?.since ?? Number.NEGATIVE_INFINITY) ? since : null;
}
