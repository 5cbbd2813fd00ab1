/**
 * Where a client stands in the feed. The cursor alone carries it, so that a client that was killed goes on from
 * the page it stored last, and the server keeps nothing. Whose rows are sent is never in it.
 */
export interface SyncCursor {
  /** The history that the positions belong to. */
  readonly generation: string;
  /** Everything up to here has been sent, all of it by rounds before this one; null during the first sync. */
  readonly base: FeedMoment | null;
  /** The round in progress; null between two rounds. */
  readonly round: SyncRound | null;
}

/** A position of the change feed and when it was taken. */
export interface FeedMoment {
  readonly position: string;
  readonly atMs: number;
}

export interface SyncRound {
  /** What the round will have brought when it ends: the next one's base. */
  readonly target: FeedMoment;
  /** The stage that it is in. */
  readonly stage: number;
  /** The last row that was sent of this stage; null at its beginning. */
  readonly after: RowPlace | null;
}

/** A row's place in the order of its stage: a number or an xid's digits, then the row's own number. */
export type RowPlace = readonly [order: number | string, id: number];

const VERSION = 1;
const MAX_LENGTH = 20_000;

/** As text that travels in a URL. */
export function encodeCursor({ generation, base, round }: SyncCursor): string {
  const packed = {
    v: VERSION,
    g: generation,
    ...(base === null ? {} : { b: base.position, d: base.atMs }),
    ...(round === null ? {} : { t: round.target.position, e: round.target.atMs, s: round.stage }),
    ...(round?.after ? { a: round.after } : {}),
  };
  return Buffer.from(JSON.stringify(packed)).toString("base64url");
}

/** "malformed": no server gave this out; "outdated": an older or a newer version of this server did. */
export function decodeCursor(text: string): SyncCursor | "malformed" | "outdated" {
  const packed = parse(text);
  if (packed === null) return "malformed";
  const { v, g, b, d, t, e, s, a } = packed;
  if (!Number.isSafeInteger(v) || typeof g !== "string" || g === "") return "malformed";
  if (v !== VERSION) return "outdated";
  const base = moment(b, d);
  const target = moment(t, e);
  if (base === "malformed" || target === "malformed") return "malformed";
  if (target === null) {
    const isRest = base !== null && s === undefined && a === undefined;
    return isRest ? { generation: g, base, round: null } : "malformed";
  }
  if (!isWhole(s) || !(a === undefined || isPlace(a))) return "malformed";
  return { generation: g, base, round: { target, stage: s, after: a ?? null } };
}

function parse(text: string): Record<string, unknown> | null {
  if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
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

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
