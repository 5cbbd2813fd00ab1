import { type RawBuilder, sql } from "kysely";
import { UNGROUPED } from "../../../src/domain/offline/retention.ts";
import type { Columns } from "../../../src/protocol/sync-codec.ts";
import type { Database } from "../../db/database.ts";
import { looksAtRows, type Selection } from "./selection.ts";
import { selectedInsights } from "./selection-query.ts";
import { readNewest } from "./stages/insight-repository.ts";

/** The rows of one window, by the group that their Sentinel is in; null: in none. */
export interface CountedWindow {
  readonly groups: readonly {
    readonly groupId: number | null;
    readonly isChosen: boolean;
    readonly rows: number;
  }[];
}

/** Insights whose photographs are measured; where there are no more, counts and bytes are exact. */
const SAMPLE_INSIGHTS = 5_000;
/** Rows that are encoded to measure the size of one. */
const SAMPLE_ROWS = 1_000;

/** Counts the selected insights of each window, in one read; groups of the user without any are among them. */
export async function countRows(
  db: Database,
  userId: number,
  selection: Selection,
  since: readonly (number | null)[],
): Promise<CountedWindow[]> {
  const anyGroup = { ...selection, groups: null };
  const counts = since.map((moment, at) => {
    const rows: RawBuilder<number> =
      moment === null ? sql`count(*)` : sql`count(case when i.time_stamp >= ${moment} then 1 end)`;
    return rows.as(`w${at}`);
  });
  const bySentinel = looksAtRows(selection)
    ? selectedInsights(db.reader, userId, anyGroup)
    : indexedInsights(db, userId);
  const counted = await bySentinel.groupBy("gd.group_id").select("gd.group_id").select(counts).execute();
  const known = await db.reader
    .selectFrom("groups")
    .where("user_id", "=", userId)
    .select("group_id")
    .orderBy("group_id")
    .execute();
  const groupIds = [...known.map(({ group_id }) => group_id), null];
  const isChosen = (groupId: number | null) =>
    selection.groups === null || selection.groups.includes(groupId === null ? UNGROUPED : String(groupId));
  return since.map((_, at) => ({
    groups: groupIds.map((groupId) => {
      const own = counted.find(({ group_id }) => group_id === groupId) as Record<string, unknown> | undefined;
      return { groupId, isChosen: isChosen(groupId), rows: Number(own?.[`w${at}`] ?? 0) };
    }),
  }));
}

/** Sentinels first: the counted rows lie in one index, ordered by Sentinel. */
function indexedInsights(db: Database, userId: number) {
  return db.reader
    .selectFrom("device_users as du")
    .innerJoin("insights as i", "i.device_ref", "du.device_ref")
    .leftJoin("group_devices as gd", (join) =>
      join.onRef("gd.user_id", "=", "du.user_id").onRef("gd.device_ref", "=", "du.device_ref"),
    )
    .where("du.user_id", "=", userId)
    .where("i.set_aside", "=", 0)
    .whereRef("i.insight_id", ">", "du.after_insight_id");
}

export interface PhotoSample {
  readonly insights: number;
  readonly photos: number;
  readonly bytes: number;
  /** Whether these are all insights of the window. */
  readonly isAll: boolean;
}

/** The photographs of the newest of the selected insights. */
export async function samplePhotos(
  db: Database,
  userId: number,
  selection: Selection,
  since: number | null,
): Promise<PhotoSample> {
  let newest = selectedInsights(db.reader, userId, selection)
    .orderBy("i.time_stamp", "desc")
    .orderBy("i.insight_id", "desc")
    .limit(SAMPLE_INSIGHTS)
    .select("i.insight_id");
  if (since !== null) newest = newest.where("i.time_stamp", ">=", since);
  const { rows } = await sql<{ insights: number; photos: number; bytes: number | string | null }>`
    select count(distinct n.insight_id) as insights, count(p.photo_id) as photos, sum(f.bytes) as bytes
    from (${newest}) as n
      left join photos as p on p.insight_id = n.insight_id
      left join photo_files as f on f.content_hash = p.content_hash
  `.execute(db.reader);
  const [sum] = rows;
  const insights = Number(sum?.insights ?? 0);
  return {
    insights,
    photos: Number(sum?.photos ?? 0),
    bytes: Number(sum?.bytes ?? 0),
    isAll: insights < SAMPLE_INSIGHTS,
  };
}

/** The newest rows of the feed, as it sends them. */
export function readSampleRows(db: Database, userId: number): Promise<Columns> {
  return db.snapshot((view) => {
    return readNewest({ view, dialect: db.dialect, userId, after: null, limit: SAMPLE_ROWS });
  });
}
