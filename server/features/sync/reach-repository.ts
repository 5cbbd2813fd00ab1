import { isSameGroups, type Retention, UNGROUPED } from "../../../src/domain/offline/retention.ts";
import type { ChangeFeed, WriteTransaction } from "../../db/database.ts";

/** Which Sentinels a page is about, worked out once from what the page's own view shows. */
export interface Reach {
  /** Those whose insights are kept on the device; null: all that the user reaches. */
  readonly keptRefs: readonly number[] | null;
  /** Those that the mirror must forget and, as far as they are kept, gets whole in this round. */
  readonly resetRefs: readonly number[];
}

interface Wanted {
  readonly view: WriteTransaction;
  readonly feed: ChangeFeed;
  readonly userId: number;
  readonly window: { readonly base: string; readonly target: string } | null;
  /** What the client kept when the round began, and what it keeps afterwards. */
  readonly from: Retention;
  readonly kept: Retention;
}

/**
 * A Sentinel is reset where access to it was granted in the round, where it changed its group in the round and
 * groups were chosen, and where the choice of groups is another and it was not kept before and after alike.
 *
 * Why nothing is missed and nothing stays behind, though every page looks at a later view than the one before it:
 * grants and places in groups carry the number of the transaction that wrote them, as rows do. Take a Sentinel
 * whose grant and place were not written after the round's target: every page of the round judges it alike. It is
 * then either reset (forgotten in the first page, and sent whole if it is kept), or was kept before and after, and
 * what was written of it in the round is sent. One whose grant or place was written after the target may have been
 * judged in two ways by two pages; but that very write lies in the next round, which resets it.
 */
export async function readReach(wanted: Wanted): Promise<Reach> {
  const { from, kept, window } = wanted;
  const granted = await readGranted(wanted);
  const hadGroups = window !== null && from.groups !== null;
  if (kept.groups === null && !hadGroups) return { keptRefs: null, resetRefs: granted };
  const places = await readPlaces(wanted);
  const isIn = (groups: Retention["groups"], group: number | null) =>
    groups === null || groups.includes(group === null ? UNGROUPED : String(group));
  const keptRefs =
    kept.groups === null
      ? null
      : places.filter(({ group_id }) => isIn(kept.groups, group_id)).map(({ device_ref }) => device_ref);
  if (window === null) {
    // A first sync that was begun with other groups may have left rows of Sentinels that are not kept.
    const isKept = new Set(keptRefs);
    const refs = places.map(({ device_ref }) => device_ref);
    return { keptRefs, resetRefs: keptRefs === null ? [] : refs.filter((ref) => !isKept.has(ref)) };
  }
  const reset = new Set([...granted, ...(await readMoved(wanted))]);
  if (!isSameGroups(from.groups, kept.groups)) {
    for (const { device_ref, group_id } of places) {
      if (!(isIn(from.groups, group_id) && isIn(kept.groups, group_id))) reset.add(device_ref);
    }
  }
  return { keptRefs, resetRefs: places.map(({ device_ref }) => device_ref).filter((ref) => reset.has(ref)) };
}

async function readGranted({ view, feed, userId, window }: Wanted): Promise<number[]> {
  if (window === null) return [];
  const rows = await view
    .selectFrom("device_users as du")
    .where("du.user_id", "=", userId)
    .where(feed.changedBetween("du.xid", window.base, window.target))
    .select("du.device_ref")
    .execute();
  return rows.map(({ device_ref }) => device_ref);
}

function readPlaces({ view, userId }: Wanted) {
  return view
    .selectFrom("device_users as du")
    .leftJoin("group_devices as gd", (join) =>
      join.onRef("gd.user_id", "=", "du.user_id").onRef("gd.device_ref", "=", "du.device_ref"),
    )
    .where("du.user_id", "=", userId)
    .select(["du.device_ref", "gd.group_id"])
    .orderBy("du.device_ref")
    .execute();
}

/** Sentinels that came into a group or left one. */
async function readMoved({ view, feed, userId, window }: Wanted): Promise<number[]> {
  if (window === null) return [];
  const came = await view
    .selectFrom("group_devices as gd")
    .where("gd.user_id", "=", userId)
    .where(feed.changedBetween("gd.xid", window.base, window.target))
    .select("gd.device_ref")
    .execute();
  const left = await view
    .selectFrom("tombstones as t")
    .where("t.feed_table", "=", "group_devices")
    .where("t.user_id", "=", userId)
    .where(feed.changedBetween("t.xid", window.base, window.target))
    .select("t.device_ref")
    .execute();
  return [...came, ...left].flatMap(({ device_ref }) => (device_ref === null ? [] : [device_ref]));
}
