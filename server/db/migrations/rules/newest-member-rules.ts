/*
 * The rules by which `collections.newest_time` and `newest_insight_id` follow the members of a collection, in the SQL
 * that both databases share. Insights that are set aside are no members. Triggers apply them, so that every writer is
 * covered.
 */

/**
 * Members of a collection by time: the newest one is found by one look, also where 20,000 members are taken out one
 * after the other. Only members are in it, because most insights are in no collection.
 */
export const MEMBER_INDEX = `create index insights_by_member on insights
  (collection_id, set_aside, time_stamp, insight_id) where collection_id is not null`;

/** Time and id of the newest member of a collection; no row where it has none. */
export const NEWEST_OF_MEMBERS = (collectionId: string) => `
  select m.time_stamp, m.insight_id from insights m
  where m.collection_id = ${collectionId} and m.set_aside = 0
  order by m.time_stamp desc, m.insight_id desc limit 1`;

/** Columns of an insight on which it depends whether it is a member, and which place it has. */
const MEMBER_COLUMNS = ["collection_id", "set_aside", "time_stamp"] as const;

const IS_MEMBER = "new.collection_id is not null and new.set_aside = 0";
const WAS_MEMBER = "old.collection_id is not null and old.set_aside = 0";

/** A new or changed member that is newer than the newest one takes its place. */
const TAKE_NEWER = `
  update collections set newest_time = new.time_stamp, newest_insight_id = new.insight_id
  where collection_id = new.collection_id
    and (newest_insight_id is null or (newest_time, newest_insight_id) < (new.time_stamp, new.insight_id))`;

/** The newest member left the collection, or its place in time: the newest of the present ones follows. */
const FOLLOW_NEWEST = `
  update collections set (newest_time, newest_insight_id) = (${NEWEST_OF_MEMBERS("old.collection_id")})
  where collection_id = old.collection_id and newest_insight_id = old.insight_id`;

/** A trigger on insights, for each row; `body` is one statement. */
export interface NewestTrigger {
  readonly name: string;
  readonly event: string;
  readonly condition: string;
  readonly body: string;
}

const CHANGED = `update of ${MEMBER_COLUMNS.join(", ")}`;

export const NEWEST_TRIGGERS: readonly NewestTrigger[] = [
  { name: "insights_newest_inserted", event: "insert", condition: IS_MEMBER, body: TAKE_NEWER },
  { name: "insights_newest_left", event: CHANGED, condition: WAS_MEMBER, body: FOLLOW_NEWEST },
  { name: "insights_newest_changed", event: CHANGED, condition: IS_MEMBER, body: TAKE_NEWER },
  { name: "insights_newest_deleted", event: "delete", condition: WAS_MEMBER, body: FOLLOW_NEWEST },
];
