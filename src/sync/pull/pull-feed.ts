import type { Clock } from "../../domain/clock.ts";
import { RETAIN_EVERYTHING } from "../../domain/offline/retention.ts";
import type { HttpOutcome } from "../../platform/http.ts";
import type { MirrorStorage } from "../../storage/mirror/mirror-storage.ts";
import { MIRROR_SHAPE } from "../../storage/mirror/pull-state.ts";
import type { Connection } from "../connection/connection.ts";
import type { ServerCalls } from "../connection/server-calls.ts";

export interface PullParts {
  calls: ServerCalls;
  mirror: MirrorStorage;
  connection: Connection;
  clock: Clock;
  userId: number;
}

/** One round of pulling, by the leading tab. */
export interface PullRound {
  epoch: number;
  signal: AbortSignal;
  /** Called with every page of a first copy: insights so far. */
  onFirstRows: (rows: number) => void;
}

export type PullOutcome =
  | { kind: "fresh" }
  /** The server does not have this call, or does not announce it. */
  | { kind: "noFeed" }
  | { kind: "failed"; retryAfterMs: number | null };

/** Rows a page of a first copy: few at first, so that rows show soon, then by the time that a page takes. */
const FIRST_PAGE_ROWS = 1_000;
const MAX_PAGE_ROWS = 10_000;
const PAGE_TARGET_MS = 2_000;

/**
 * Pulls pages of the feed until the mirror equals the server. Each page is stored with its cursor before the next
 * is asked for, so a round that is cut off goes on where it stood.
 */
export async function pullFeed(parts: PullParts, round: PullRound): Promise<PullOutcome> {
  const { calls, mirror, connection, clock } = parts;
  const { epoch, signal } = round;
  const { complete, shape, cursor: from } = await mirror.pullState();
  let cursor = from;
  // An older version of the app filled this mirror without fields that this one shows: all rows are requested again,
  // and the present ones stay until the first answer.
  let refills = cursor !== null && shape !== MIRROR_SHAPE;
  if (refills) cursor = null;
  let limit = complete && !refills ? MAX_PAGE_ROWS : FIRST_PAGE_ROWS;
  let rebuilt = false;
  for (;;) {
    const askedAtMs = clock.now();
    // Read before each page, so that a choice made during a long first copy holds from the next page on. Sent with
    // each page, so that a mirror that is rebuilt has it from its first page.
    const retention = (await mirror.requestedRetention(clock.now())) ?? RETAIN_EVERYTHING;
    const outcome = await calls.syncPage({ cursor, limit, retention }, signal);
    if (isNoFeed(outcome)) return { kind: "noFeed" };
    connection.observe(outcome);
    if (outcome.kind !== "answer") {
      const outdated = outcome.kind === "refusal" && (outcome.status === 410 || outcome.status === 400);
      if (!outdated || cursor === null || rebuilt) return failed(outcome);
      // The server does not know the cursor: the mirror is rebuilt; the outbox is not touched.
      await mirror.rebuild({ epoch });
      rebuilt = true;
      cursor = null;
      limit = FIRST_PAGE_ROWS;
      continue;
    }
    const page = outcome.value;
    if (refills) await mirror.rebuild({ epoch });
    refills = false;
    await mirror.applyPage(page, { epoch, nowMs: clock.now() });
    if (!page.more) return { kind: "fresh" };
    // A feed that says "more" without moving the cursor would be requested without end.
    if (page.cursor === cursor) return { kind: "failed", retryAfterMs: null };
    cursor = page.cursor;
    if (!(await mirror.pullState()).complete) round.onFirstRows(await mirror.countRows());
    limit = nextLimit(limit, clock.now() - askedAtMs);
  }
}

export function failed(outcome: HttpOutcome<unknown>): PullOutcome {
  return {
    kind: "failed",
    retryAfterMs: outcome.kind === "refusal" ? outcome.refusal.retryAfterMs : null,
  };
}

/** Additions are used only where the server announces them, and a server that does may still lack this one. */
function isNoFeed(outcome: HttpOutcome<unknown>): boolean {
  if (outcome.kind === "answer") return outcome.protocol === null;
  return outcome.kind === "refusal" && outcome.status === 404;
}

function nextLimit(limit: number, tookMs: number): number {
  const borne = Math.round((limit * PAGE_TARGET_MS) / Math.max(tookMs, 1));
  return Math.min(MAX_PAGE_ROWS, Math.max(FIRST_PAGE_ROWS, borne));
}
