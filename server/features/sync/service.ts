import {
  isSameChoice,
  type Retention,
  type RetentionChoice,
  retainsEverything,
} from "../../../src/domain/offline/retention.ts";
import { INSIGHT_SENTENCES } from "../../../src/messages/server/insights.ts";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import {
  type RolledBack,
  SYNC_TABLE_KEYS,
  type SyncPage,
  type SyncTableName,
  type WireTable,
} from "../../../src/protocol/sync-page.ts";
import type { WriteTransaction } from "../../db/database.ts";
import { within } from "../../db/within.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid } from "../../http/api-error.ts";
import { FEED_RETENTION_MS } from "../../jobs/sweep-tombstones.ts";
import { PAGE_BYTES } from "../insights/list-parts-query.ts";
import { hasFeedMark, insertFeedMark } from "./feed-mark-repository.ts";
import { readReach } from "./reach-repository.ts";
import type { Stage, StageInput, TablePart } from "./stages/stage.ts";
import { FIRST_STAGES, ROUND_STAGES } from "./stages/stages.ts";
import { FROM_NOTHING, withChoice } from "./sync-choice-change.ts";
import {
  decodeCursor,
  encodeCursor,
  type FeedMoment,
  type SyncCursor,
  type SyncRound,
} from "./sync-cursor.ts";
import { tableText } from "./table-text.ts";

interface Asks {
  readonly named?: Partial<RetentionChoice>;
  readonly replaced?: boolean;
  readonly photos?: StageInput["photos"];
}

type Needs = Pick<Dependencies, "db" | "clock">;

/**
 * The next page of a user's feed, as text.
 *
 * A round sends everything that changed between two positions, `base` and `target`. A row that changes again while
 * the round's pages are read leaves the round and comes with the next one (exception: stages/update-repository.ts). The
 * first sync is a round without a base that sends all rows; the round after it has the position at which it began as
 * its base.
 *
 * The retention of the device is part of the round: `baseRetention` in the cursor is the client's retention since the
 * last round, `retention` in the round is its retention at the round's end. Of a Sentinel that is not reset (see
 * reach-repository.ts) and was kept before and after, the client holds the insights newer than the old `since`. A
 * round sends those written since `base`, as far as the new retention has them, and, where the window of days grew,
 * those between the new `since` and the old one. Rows that only age out of the window are not sent as gone: the
 * client drops them by the page's `since`.
 *
 * @param cursor of the last page, null to begin; it never decides whose rows are sent
 * @param asks `named`: parts of the retention to change, the others stay as the cursor has them; `replaced`: whether the
 * client takes decisions of the person that others replaced; `photos`: see StageInput
 * @throws ApiError invalid (`errors.cursor`) for a malformed cursor; resync for one of another history (another
 * generation, or a mark that this one has not given out), one that is ahead of the database, or one that is older than
 * the tombstones
 */
export async function syncPageOf(
  { db, clock }: Needs,
  userId: number,
  cursor: string | null,
  limit: number,
  asks: Asks = {},
): Promise<string> {
  const generation = await db.feed.generation();
  const nowMs = clock.now();
  const asked = cursor === null ? { generation, ...FROM_NOTHING } : readCursor(cursor);
  if (asked.generation !== generation || isTooOld(asked, nowMs)) throw resync();
  if (!positionsOf(asked).every((position) => db.feed.isPosition(position))) throw malformed();
  const page = await db.snapshot((view) => readPage({ db, view, userId, nowMs }, asked, limit, asks));
  if (isIdle(asked, page, nowMs)) {
    // Nothing came since: the old position serves as well, and needs no new mark.
    return pageText({ ...page, cursor: { ...page.cursor, base: asked.base, mark: asked.mark } });
  }
  // On a full disk no mark can be stored, and while another process writes none in time. The client still gets its page.
  const mark = await within(MARK_WITHIN_MS, insertFeedMark(db, nowMs));
  return pageText({ ...page, cursor: { ...page.cursor, mark } });
}

interface Page {
  readonly cursor: Omit<SyncCursor, "mark">;
  readonly retention: Retention;
  readonly more: boolean;
  readonly parts: readonly TablePart[];
}

async function readPage(
  { db, view, userId, nowMs }: Pick<Needs, "db"> & { view: WriteTransaction; userId: number; nowMs: number },
  asked: SyncCursor,
  limit: number,
  { named = {}, replaced = false, photos = "rows" }: Asks,
): Promise<Page> {
  const { generation, hasReplaced } = asked;
  if (asked.mark !== null && !(await hasFeedMark(view, asked.mark))) throw rolledBack();
  for (const position of positionsOf(asked)) {
    if (await db.feed.isAhead(view, position)) throw rolledBack();
  }
  const now: FeedMoment = { position: await db.feed.position(view), atMs: nowMs };
  const before = withChoice(asked, named, now.atMs);
  const { base } = before;
  const round = before.round ?? { target: now, retention: before.retention, stage: 0, after: null };
  const { retention } = round;
  if (
    before.round === null &&
    base?.position === now.position &&
    (hasReplaced || !replaced) &&
    isSameChoice(before.baseRetention, retention)
  ) {
    const cursor = { generation, base: now, baseRetention: retention, round: null, hasReplaced };
    return { cursor, retention, more: false, parts: [] };
  }
  const window = base === null ? null : { base: base.position, target: round.target.position };
  const from = before.baseRetention;
  const input = {
    view,
    feed: db.feed,
    dialect: db.dialect,
    userId,
    window,
    target: round.target.position,
    now: now.position,
    from,
    retention,
    reach: await readReach({ view, feed: db.feed, userId, window, from, retention }),
    replaced: replacedAsked(replaced, hasReplaced),
    photos,
    nowMs,
  };
  const { parts, next } = await readStages(base === null ? FIRST_STAGES : ROUND_STAGES, input, round, limit);
  if (next !== null) {
    const cursor = { generation, base, baseRetention: from, round: { ...round, ...next }, hasReplaced };
    return { cursor, retention, more: true, parts };
  }
  // Changes during a long round are worth fetching at once.
  const isBehind = before.round !== null && round.target.position !== now.position;
  const cursor = {
    generation,
    base: round.target,
    baseRetention: retention,
    round: null,
    hasReplaced: replaced,
  };
  return { cursor, retention, more: isBehind, parts };
}

function replacedAsked(takes: boolean, has: boolean): StageInput["replaced"] {
  if (!takes) return "none";
  return has ? "changed" : "all";
}

/** After so long an idle client gets a new position, so that the window of its rounds stays small. */
const RENEW_AFTER_MS = 10 * 60_000;
const MARK_WITHIN_MS = 2_000;

/** Whether a round of one page brought nothing to a client whose position has a mark. */
function isIdle(
  asked: SyncCursor,
  { cursor, more, parts }: Page,
  nowMs: number,
): asked is SyncCursor & { base: FeedMoment; mark: string } {
  if (asked.base === null || asked.round !== null || asked.mark === null) return false;
  if (more || cursor.round !== null || parts.some(({ rows, gone }) => rows > 0 || gone.length > 0))
    return false;
  return isSameChoice(asked.baseRetention, cursor.baseRetention) && nowMs - asked.base.atMs < RENEW_AFTER_MS;
}

async function readStages(
  stages: readonly Stage[],
  input: Omit<StageInput, "after" | "limit" | "bytes" | "sent">,
  round: SyncRound,
  limit: number,
): Promise<{ parts: TablePart[]; next: Pick<SyncRound, "stage" | "after"> | null }> {
  const parts: TablePart[] = [];
  let left = limit;
  let bytes = PAGE_BYTES;
  let { stage, after } = round;
  for (let read = stages[stage]; read !== undefined; read = stages[stage]) {
    if (left === 0 || bytes <= 0) return { parts, next: { stage, after } };
    const part = await read({ ...input, after, limit: left, bytes, sent: parts });
    parts.push(...part.tables);
    left -= part.count;
    bytes -= part.bytes ?? 0;
    after = part.next;
    if (after === null) stage += 1;
    else if (part.isFull) return { parts, next: { stage, after } };
  }
  return { parts, next: null };
}

function pageText({
  cursor,
  retention,
  more,
  parts,
}: Omit<Page, "cursor"> & { readonly cursor: SyncCursor }): string {
  const tables: string[] = [];
  for (const name of Object.keys(SYNC_TABLE_KEYS) as SyncTableName[]) {
    const own = parts.filter((part) => part.table === name && (part.rows > 0 || part.gone.length > 0));
    if (own.length > 0) tables.push(`${JSON.stringify(name)}:${tableText(packParts(own))}`);
  }
  const bounds = retainsEverything(retention) ? {} : { kept: retention };
  const page: Omit<SyncPage, "tables"> = { cursor: encodeCursor(cursor), more, ...bounds };
  return `${JSON.stringify(page).slice(0, -1)},"tables":{${tables.join(",")}}}`;
}

/** Merges the rows of one table from several stages; all have the same columns. */
function packParts(parts: readonly TablePart[]): WireTable {
  const withRows = parts.filter(({ rows }) => rows > 0);
  const names = Object.keys(withRows[0]?.columns ?? {});
  const columns = Object.fromEntries(
    // Most pages have one part: to copy its columns value by value takes longer than to encode them.
    names.map((name) => [
      name,
      withRows.length === 1
        ? (withRows[0]?.columns[name] ?? [])
        : withRows.flatMap((part) => part.columns[name] ?? []),
    ]),
  );
  const rows = withRows.reduce((sum, part) => sum + part.rows, 0);
  return encodeTable(
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
  return nowMs - sinceMs > FEED_RETENTION_MS;
}

function malformed(): ApiError {
  return invalid({ cursor: INSIGHT_SENTENCES.cursorMalformed });
}

function resync(): ApiError {
  return new ApiError(410, "resync", { general: INSIGHT_SENTENCES.resync });
}

/** In a history that went back and kept its generation, numbers are given out a second time. */
function rolledBack(): ApiError {
  const message: RolledBack = { rolledBack: true };
  return new ApiError(410, "resync", { general: INSIGHT_SENTENCES.resync }, { message });
}
