import type { Clock } from "../../domain/clock.ts";
import { RETAIN_EVERYTHING } from "../../domain/offline/retention.ts";
import { isRecord } from "../../domain/record-guard.ts";
import { isSameValue } from "../../domain/same-value.ts";
import type { HttpOutcome } from "../../platform/http.ts";
import type { Timers } from "../../platform/timers.ts";
import type { GonePictures } from "../../storage/device-space/drop-gone-pictures.ts";
import type { EncodedPage } from "../../storage/mirror/encode-page.ts";
import type { MirrorStorage } from "../../storage/mirror/mirror-storage.ts";
import { MIRROR_SHAPE } from "../../storage/mirror/pull-state.ts";
import type { Connection } from "../connection/connection.ts";
import type { ServerCalls } from "../connection/server-calls.ts";

export interface PullParts {
  calls: ServerCalls;
  mirror: MirrorStorage;
  connection: Connection;
  clock: Clock;
  timers: Timers;
  userId: number;
  /**
   * Called when the server's history is another one than before, in which bulk numbers mean nothing.
   * @param reused whether the server gives numbers out a second time, those of pictures too
   * @returns false where that could not be stored
   */
  forgetNumbers(reused: boolean): Promise<boolean>;
  /** The key of the newest call that the outbox knows to be done; see AFTER_KEY_PARAMETER. */
  lastCompletedKey(): string | null;
  /** Drops the pictures on this device of Sentinels and photographs that are gone. May reject. */
  dropGonePictures(gone: GonePictures): Promise<void>;
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
  /** `busy`: the server answers that it has too much to do now (429). */
  | { kind: "failed"; retryAfterMs: number | null; busy?: boolean };

/** Rows a page of a first copy: few at first, so that rows show soon, then by the time that a page takes. */
const FIRST_PAGE_ROWS = 1_000;
const MAX_PAGE_ROWS = 10_000;
const PAGE_TARGET_MS = 2_000;
const DROP_WITHIN_MS = 10_000;

type PageQuestion = Parameters<ServerCalls["syncPage"]>[0];

/**
 * Pulls pages of the feed until the mirror equals the server. Each page is stored with its cursor before the next is
 * looked at, so a round that is cut off goes on where it stood. Once a first copy has stored a page, the next one is on
 * its way while one is stored: else the server would wait for this device, and this device for the server.
 */
export async function pullFeed(parts: PullParts, round: PullRound): Promise<PullOutcome> {
  const { calls, mirror, connection, clock, timers } = parts;
  const { epoch, signal } = round;
  const { complete, shape, cursor: from } = await mirror.pullState();
  let cursor = from;
  // An older version of the app filled this mirror without fields that this one shows: all rows are requested again,
  // and the present ones stay until the first answer.
  let replaces = cursor !== null && shape !== MIRROR_SHAPE;
  if (replaces) cursor = null;
  let limit = complete && !replaces ? MAX_PAGE_ROWS : FIRST_PAGE_ROWS;
  const isCopy = !complete || replaces;
  const ask = createAsking(calls, signal);
  for (;;) {
    const beganAtMs = timers.elapsedMs();
    // Read before each page, so that a choice made during a long first copy holds from the next page on. Sent with
    // each page, so that a mirror that is rebuilt has it from its first page.
    const retention = (await mirror.requestedRetention(clock.now())) ?? RETAIN_EVERYTHING;
    const afterKey = parts.lastCompletedKey();
    const { outcome, rows } = await ask.now({ cursor, limit, retention, afterKey });
    if (isNoFeed(outcome)) return { kind: "noFeed" };
    connection.observe(outcome);
    if (outcome.kind !== "answer") {
      if (!isUnknownCursor(outcome) || (cursor === null && afterKey === null)) return failed(outcome);
      // The server does not know the cursor: the mirror is replaced by the next page. Of the outbox only the numbers go
      // that the server gave, and before the cursor does: a page that is killed between the two comes here again.
      if (!(await parts.forgetNumbers(isRolledBack(outcome)))) return failed(outcome);
      replaces ||= cursor !== null;
      cursor = null;
      limit = FIRST_PAGE_ROWS;
      continue;
    }
    const page = outcome.value;
    if (isCopy && cursor !== null && page.more && page.cursor !== cursor)
      ask.ahead({ cursor: page.cursor, limit, retention, afterKey });
    // Before the page, because nothing names them afterwards. A device whose caches fail, or do not answer, must go on
    // pulling.
    await untilDoneOr(DROP_WITHIN_MS, timers, parts.dropGonePictures(goneIn(page)));
    await mirror.applyPage(page, { epoch, nowMs: clock.now(), replaces });
    replaces = false;
    if (!page.more) return { kind: "fresh" };
    // A feed that says "more" without moving the cursor would be requested without end.
    if (page.cursor === cursor) return { kind: "failed", retryAfterMs: null };
    cursor = page.cursor;
    if (!(await mirror.pullState()).complete) round.onFirstRows(await mirror.countRows());
    limit = nextLimit(rows, timers.elapsedMs() - beganAtMs);
  }
}

/** Waits for `work`, whether it succeeds or fails, but no longer than `limitMs`. */
async function untilDoneOr(limitMs: number, timers: Timers, work: Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = timers.after(limitMs, resolve);
    void work
      .catch(() => undefined)
      .then(() => {
        cancel();
        resolve();
      });
  });
}

/** Asks for pages one after the other, at most one of them ahead. */
function createAsking(calls: Pick<ServerCalls, "syncPage">, signal: AbortSignal) {
  let sent: { question: PageQuestion; answer: ReturnType<ServerCalls["syncPage"]> } | null = null;
  return {
    /** Sends a question whose answer `now` takes later. */
    ahead(question: PageQuestion): void {
      sent = { question, answer: calls.syncPage(question, signal) };
      // Avoids an unhandled rejection where nobody takes it; `now` rethrows it.
      sent.answer.catch(() => undefined);
    },
    /** `rows`: the limit of the page, which was another one where it was asked for ahead. */
    async now(question: PageQuestion) {
      const ahead = sent;
      sent = null;
      // A choice that was made meanwhile holds from this page on.
      const isAsked = ahead !== null && isSamePage(ahead.question, question);
      const rows = isAsked ? ahead.question.limit : question.limit;
      return { outcome: await (isAsked ? ahead.answer : calls.syncPage(question, signal)), rows };
    },
  };
}

/** The same question, but for its limit. */
function isSamePage({ limit: _, ...one }: PageQuestion, { limit: __, ...other }: PageQuestion): boolean {
  return isSameValue(one, other);
}

function goneIn({ tables: { devices, photos } }: EncodedPage): GonePictures {
  return { deviceIds: devices?.gone ?? [], photoUrls: photos?.gone ?? [] };
}

export function failed(outcome: HttpOutcome<unknown>): PullOutcome {
  if (outcome.kind !== "refusal") return { kind: "failed", retryAfterMs: null };
  return { kind: "failed", retryAfterMs: outcome.refusal.retryAfterMs, busy: outcome.status === 429 };
}

/** Additions are used only where the server announces them, and a server that does may still lack this one. */
function isNoFeed(outcome: HttpOutcome<unknown>): boolean {
  if (outcome.kind === "answer") return outcome.protocol === null;
  return outcome.kind === "refusal" && outcome.status === 404;
}

/** Whether our server itself says so: the same status of a gateway says nothing about the cursor. */
function isUnknownCursor(outcome: HttpOutcome<unknown>): boolean {
  if (outcome.kind !== "refusal" || outcome.protocol === null) return false;
  const { code, errors } = outcome.refusal;
  return code === "resync" || (code === "invalid" && errors.cursor !== undefined);
}

/** Whether a refused cursor belongs to a history that went back and kept its generation; see RolledBack. */
function isRolledBack(outcome: HttpOutcome<unknown>): boolean {
  if (outcome.kind !== "refusal") return false;
  const { message } = outcome.refusal;
  return isRecord(message) && message.rolledBack === true;
}

function nextLimit(limit: number, tookMs: number): number {
  const borne = Math.round((limit * PAGE_TARGET_MS) / Math.max(tookMs, 1));
  return Math.min(MAX_PAGE_ROWS, Math.max(FIRST_PAGE_ROWS, borne));
}
