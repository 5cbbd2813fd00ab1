import { isSameGroups, type Retention, UNGROUPED } from "../../../src/domain/offline/retention.ts";
import type { ChangeFeed, WriteTransaction } from "../../db/database.ts";

/** The Sentinels of a page, read once from the page's own view. */
export interface Reach {
  /** Those that the retention has; null: all that the user reaches. */
  readonly retainedRefs: readonly number[] | null;
  /** Those that the mirror drops and, as far as the retention has them, receives as a whole in this round. */
  readonly resetRefs: readonly number[];
}

interface ReachInput {
  readonly view: WriteTransaction;
  readonly feed: ChangeFeed;
  readonly userId: number;
  readonly window: { readonly base: string; readonly target: string } | null;
  /** The retention at the start of the round and at its end. */
  readonly from: Retention;
  readonly retention: Retention;
}

/**
 * Reads the Sentinels of a page. A Sentinel is reset if access to it was granted in the round, if it changed its
 * group in the round and the retention names groups, or if the groups of the retention changed and it was not kept
 * both before and after.
 *
 * Why no row is missed and none stays behind, although each page reads a later view than the one before: grants and
 * places in groups carry the number of the transaction that wrote them, as rows do. If grant and place of a Sentinel
 * were not written after the round's target, every page of the round decides alike: the Sentinel is either reset
 * (dropped in the first page, and sent as a whole if it is kept), or was kept before and after, and its rows written
 * in the round are sent. If grant or place was written after the target, two pages may decide differently; but that
 * write lies in the next round, which resets the Sentinel.
 */
export async function readReach(input: ReachInput): Promise<Reach> {
  const { from, retention, window } = input;
  const granted = await readGranted(input);
  const hadGroups = window !== null && from.groups !== null;
  if (retention.groups === null && !hadGroups) return { retainedRefs: null, resetRefs: granted };
  const places = await readPlaces(input);
  const isIn = (groups: Retention["groups"], group: number | null) =>
    groups === null || groups.includes(group === null ? UNGROUPED : String(group));
  const retainedRefs =
    retention.groups === null
      ? null
      : places.filter(({ group_id }) => isIn(retention.groups, group_id)).map(({ device_ref }) => device_ref);
  if (window === null) {
    // A first sync that was begun with other groups may have left rows of Sentinels that the retention no longer has.
    const isKept = new Set(retainedRefs);
    const refs = places.map(({ device_ref }) => device_ref);
    return { retainedRefs, resetRefs: retainedRefs === null ? [] : refs.filter((ref) => !isKept.has(ref)) };
  }
  const reset = new Set([...granted, ...(await readMoved(input))]);
  if (!isSameGroups(from.groups, retention.groups)) {
    for (const { device_ref, group_id } of places) {
      if (!(isIn(from.groups, group_id) && isIn(retention.groups, group_id))) reset.add(device_ref);
    }
  }
  return {
    retainedRefs,
    resetRefs: places.map(({ device_ref }) => device_ref).filter((ref) => reset.has(ref)),
  };
}

async function readGranted({ view, feed, userId, window }: ReachInput): Promise<number[]> {
  if (window === null) return [];
  const rows = await view
    .selectFrom("device_users as du")
    .where("du.user_id", "=", userId)
    .where(feed.changedBetween("du.xid", window.base, window.target))
    .select("du.device_ref")
    .execute();
  return rows.map(({ device_ref }) => device_ref);
}

function readPlaces({ view, userId }: ReachInput) {
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

/** Sentinels that entered or left a group. */
async function readMoved({ view, feed, userId, window }: ReachInput): Promise<number[]> {
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
