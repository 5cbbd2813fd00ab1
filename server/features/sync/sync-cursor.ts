import {
  RETAIN_EVERYTHING,
  type Retention,
  retainsEverything,
} from "../../../src/domain/offline/retention.ts";
import { isRecord } from "../../../src/domain/record-guard.ts";
import { isGroupName } from "../../../src/protocol/sync-choice.ts";

/**
 * The position of a client in the feed. The cursor alone holds it: a client that was killed resumes at the page that
 * it stored last, and the server stores nothing. The user is not part of it.
 */
export interface SyncCursor {
  /** The history that the positions belong to. */
  readonly generation: string;
  /** All changes up to here were sent by earlier rounds; null during the first sync. */
  readonly base: FeedMoment | null;
  /** The retention that the client has at `base`; without meaning during the first sync. */
  readonly baseRetention: Retention;
  /** The round in progress; null between two rounds. */
  readonly round: SyncRound | null;
  /**
   * The mark of the newest of its positions; see feed-mark-repository.ts. Null before the first page, and in the
   * cursors of earlier versions of the server.
   */
  readonly mark: string | null;
  /** Whether the client has the replaced decisions up to `base`: earlier versions of the app take none. */
  readonly hasReplaced: boolean;
}

/** A position of the change feed and when it was taken. */
export interface FeedMoment {
  readonly position: string;
  readonly atMs: number;
}

export interface SyncRound {
  /** The position that the round reaches: the base of the next one. */
  readonly target: FeedMoment;
  /** The client's retention at the end of the round. */
  readonly retention: Retention;
  /** The stage in progress. */
  readonly stage: number;
  /** The last row sent of this stage; null at its beginning. */
  readonly after: RowPlace | null;
}

/** A row's place in the order of its stage: a number or an xid's digits, then the row's id. */
export type RowPlace = readonly [order: number | string, id: number];

const VERSION = 2;
const MAX_LENGTH = 20_000;

/** Encodes a cursor as text for a URL. */
export function encodeCursor(cursor: SyncCursor): string {
  const { generation, base, baseRetention, round, mark, hasReplaced } = cursor;
  const fields = {
    v: VERSION,
    g: generation,
    ...(base === null ? {} : { b: base.position, d: base.atMs, ...encodeRetention("k", baseRetention) }),
    ...(round === null
      ? {}
      : {
          t: round.target.position,
          e: round.target.atMs,
          s: round.stage,
          ...encodeRetention("q", round.retention),
        }),
    ...(round?.after ? { a: round.after } : {}),
    ...(mark === null ? {} : { m: mark }),
    ...(hasReplaced ? { r: 1 } : {}),
  };
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

/** "malformed": not made by any server; "outdated": made by another version of the server. */
export function decodeCursor(text: string): SyncCursor | "malformed" | "outdated" {
  const fields = parse(text);
  if (fields === null) return "malformed";
  const { v, g, b, d, k, t, e, q, s, a, m, r } = fields;
  if (!Number.isSafeInteger(v) || typeof g !== "string" || g === "") return "malformed";
  if (v !== VERSION) return "outdated";
  if (!(m === undefined || isMark(m))) return "malformed";
  const mark = m ?? null;
  const hasReplaced = r === 1;
  const base = moment(b, d);
  const target = moment(t, e);
  const baseRetention = decodeRetention(k);
  const retention = decodeRetention(q);
  if (base === "malformed" || target === "malformed" || baseRetention === null || retention === null)
    return "malformed";
  if (target === null) {
    const isRest = base !== null && s === undefined && a === undefined && q === undefined;
    return isRest ? { generation: g, base, baseRetention, round: null, mark, hasReplaced } : "malformed";
  }
  if (!isWhole(s) || !(a === undefined || isPlace(a))) return "malformed";
  const round = { target, retention, stage: s, after: a ?? null };
  return { generation: g, base, baseRetention, round, mark, hasReplaced };
}

function encodeRetention(name: "k" | "q", retention: Retention): Record<string, unknown> {
  const { days, since, groups } = retention;
  return retainsEverything(retention) ? {} : { [name]: [days, since, groups] };
}

function decodeRetention(encoded: unknown): Retention | null {
  if (encoded === undefined) return RETAIN_EVERYTHING;
  if (!Array.isArray(encoded) || encoded.length !== 3) return null;
  const [days, since, groups] = encoded as unknown[];
  const isBounded = isWhole(days) && days > 0 && Number.isSafeInteger(since);
  if (!isBounded && (days !== null || since !== null)) return null;
  const window = isBounded ? { days, since: since as number } : { days: null, since: null };
  if (groups === null) return { ...window, groups };
  return Array.isArray(groups) && groups.every(isGroupName) ? { ...window, groups } : null;
}

function parse(text: string): Record<string, unknown> | null {
  if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function moment(position: unknown, atMs: unknown): FeedMoment | null | "malformed" {
  if (position === undefined && atMs === undefined) return null;
  return typeof position === "string" && isWhole(atMs) ? { position, atMs } : "malformed";
}

function isPlace(value: unknown): value is RowPlace {
  if (!Array.isArray(value) || value.length !== 2 || !isWhole(value[1])) return false;
  const order: unknown = value[0];
  return Number.isSafeInteger(order) || (typeof order === "string" && /^\d{1,18}$/.test(order));
}

function isMark(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
