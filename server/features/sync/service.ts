import { INSIGHT_SENTENCES } from "../../../src/messages/server-insights.ts";
import { packTable } from "../../../src/protocol/sync-codec.ts";
import {
  SYNC_TABLE_KEYS,
  type SyncPage,
  type SyncTableName,
  type WireTable,
} from "../../../src/protocol/sync-page.ts";
import { ApiError, invalid } from "../../api-error.ts";
import type { Dependencies } from "../../dependencies.ts";
import { FEED_KEPT_MS } from "../../jobs/sweep-tombstones.ts";
import { goneRows, goneSentinels } from "./gone-stages.ts";
import { allInsights, changedInsights, insightsOfNewSentinels } from "./insight-stages.ts";
import { allPhotos, changedPhotos, photosOfNewSentinels } from "./photo-stages.ts";
import { alerts, devices, groups, models, updates } from "./small-stages.ts";
import {
  decodeCursor,
  encodeCursor,
  type FeedMoment,
  type SyncCursor,
  type SyncRound,
} from "./sync-cursor.ts";
import type { Stage, StageInput, TablePart } from "./sync-part.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

/** The first sync: what there is, the small tables before the insights that refer to them. */
const FIRST_STAGES: readonly Stage[] = [devices, groups, models, alerts, allInsights, allPhotos, updates];

/** A later round: first what is gone, so that nothing that the round sends is dropped; bulk updates last, when their insights are there. */
const ROUND_STAGES: readonly Stage[] = [
  goneSentinels,
  goneRows,
  devices,
  groups,
  models,
  alerts,
  changedInsights,
  insightsOfNewSentinels,
  changedPhotos,
  photosOfNewSentinels,
  updates,
];

/**
 * The next page of a user's feed, as text.
 *
 * A round brings everything that changed between two positions, `base` and `target`; a row that changes again
 * while the round's pages are read leaves it and comes with the next. The first sync is a round without a base
 * that sends what there is; whatever changes meanwhile comes with the round after it, whose base is the position
 * at which it began.
 *
 * @param cursor what the last page gave, null to begin; the rows are those of `userId`, whatever it says
 * @throws ApiError invalid (`errors.cursor`) for a malformed cursor; resync for one of another history, one that
 * is ahead of the database, or one that is older than the tombstones
 */
export async function syncPageOf(
  { db, clock }: Needs,
  userId: number,
  cursor: string | null,
  limit: number,
): Promise<string> {
  const generation = await db.feed.generation();
  const nowMs = clock.now();
  const before = cursor === null ? { generation, base: null, round: null } : readCursor(cursor);
  if (before.generation !== generation || isTooOld(before, nowMs)) throw resync();
  if (!positionsOf(before).every((position) => db.feed.isPosition(position))) throw malformed();
  return db.snapshot(async (view) => {
    for (const position of positionsOf(before)) {
      if (await db.feed.isAhead(view, position)) throw resync();
    }
    const now: FeedMoment = { position: await db.feed.position(view), atMs: nowMs };
    const { base } = before;
    if (before.round === null && base?.position === now.position) {
      return pageText({ generation, base: now, round: null }, false, []);
    }
    const round = before.round ?? { target: now, stage: 0, after: null };
    const window = base === null ? null : { base: base.position, target: round.target.position };
    const page = await readStages(
      base === null ? FIRST_STAGES : ROUND_STAGES,
      { view, feed: db.feed, dialect: db.dialect, userId, window, nowMs },
      round,
      limit,
    );
    if (page.next !== null) return pageText({ generation, base, round: page.next }, true, page.parts);
    // What changed while a long round was read is worth fetching at once.
    const isBehind = before.round !== null && round.target.position !== now.position;
    return pageText({ generation, base: round.target, round: null }, isBehind, page.parts);
  });
}

async function readStages(
  stages: readonly Stage[],
  input: Omit<StageInput, "after" | "limit">,
  round: SyncRound,
  limit: number,
): Promise<{ parts: TablePart[]; next: SyncRound | null }> {
  const parts: TablePart[] = [];
  let left = limit;
  let { stage, after } = round;
  for (let read = stages[stage]; read !== undefined; read = stages[stage]) {
    if (left === 0) return { parts, next: { target: round.target, stage, after } };
    const part = await read({ ...input, after, limit: left });
    parts.push(...part.tables);
    left -= part.count;
    after = part.next;
    if (after === null) stage += 1;
  }
  return { parts, next: null };
}

function pageText(cursor: SyncCursor, more: boolean, parts: readonly TablePart[]): string {
  const tables: { [Name in SyncTableName]?: WireTable } = {};
  for (const name of Object.keys(SYNC_TABLE_KEYS) as SyncTableName[]) {
    const own = parts.filter((part) => part.table === name && (part.rows > 0 || part.gone.length > 0));
    if (own.length > 0) tables[name] = packParts(own);
  }
  const page: SyncPage = { cursor: encodeCursor(cursor), more, tables };
  return JSON.stringify(page);
}

/** Several stages' rows of one table as one; all have the same columns. */
function packParts(parts: readonly TablePart[]): WireTable {
  const withRows = parts.filter(({ rows }) => rows > 0);
  const names = Object.keys(withRows[0]?.columns ?? {});
  const columns = Object.fromEntries(
    names.map((name) => [name, withRows.flatMap((part) => part.columns[name] ?? [])]),
  );
  const rows = withRows.reduce((sum, part) => sum + part.rows, 0);
  return packTable(
    columns,
    rows,
    parts.flatMap(({ gone }) => gone),
  );
}

function readCursor(text: string): SyncCursor {
  const cursor = decodeCursor(text);
  if (cursor === "malformed") throw malformed();
  if (cursor === "outdated") throw resync();
  const stages = cursor.base === null ? FIRST_STAGES : ROUND_STAGES;
  if (cursor.round !== null && cursor.round.stage >= stages.length) throw malformed();
  return cursor;
}

function positionsOf({ base, round }: SyncCursor): string[] {
  return [base, round?.target ?? null].flatMap((moment) => (moment === null ? [] : [moment.position]));
}

function isTooOld({ base, round }: SyncCursor, nowMs: number): boolean {
  const sinceMs = base?.atMs ?? round?.target.atMs ?? nowMs;
  return nowMs - sinceMs > FEED_KEPT_MS;
}

function malformed(): ApiError {
  return invalid({ cursor: INSIGHT_SENTENCES.cursorMalformed });
}

function resync(): ApiError {
  return new ApiError(410, "resync", { general: INSIGHT_SENTENCES.resync });
}
