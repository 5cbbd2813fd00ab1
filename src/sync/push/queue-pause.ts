import type { HttpOutcome } from "../../platform/http.ts";
import { backoffMs } from "../connection/backoff.ts";
import type { BlockedRetryParts } from "../outbox/blocked-retry.ts";
import { type QueueWaitReason, SERVER_ERRORS } from "../sync-status.ts";

/** How long to wait before the next step of the queue, and what for; null: for work alone. */
export interface Pause {
  ms: number;
  why: QueueWaitReason | null;
  /** Where a timer of its own ends the wait: how long that takes. */
  shownMs?: number;
}
export const GO_ON: Pause = { ms: 0, why: null };
export const UNTIL_WOKEN: Pause = { ms: Number.POSITIVE_INFINITY, why: null };

/** Pauses that grow with each failure in a row. */
export function createRetries({ random, page }: Pick<BlockedRetryParts, "random" | "page">) {
  let failures = 0;
  let latest: QueueWaitReason | null = null;
  const retry = (outcome: HttpOutcome<unknown>, why = reasonOf(outcome)): Pause => {
    failures += 1;
    latest = isSignedOut(outcome) ? null : why;
    const asked = outcome.kind === "refusal" ? (outcome.refusal.retryAfterMs ?? 0) : 0;
    return { ms: Math.max(asked, backoffMs(failures, random(), page.isVisible())), why };
  };
  return {
    retry,
    /** The error with which the server answered last; it holds until a call succeeds, also while one is under way. */
    serverError: (): QueueWaitReason | null =>
      latest !== null && SERVER_ERRORS.includes(latest) ? latest : null,
    /** For work that has nothing to do with what failed. */
    forgetError(): void {
      latest = null;
    },
    notStored: (): Pause => retry({ kind: "unreachable", why: "givenUp" }, "notStored"),
    succeeded(): Pause {
      failures = 0;
      latest = null;
      return GO_ON;
    },
  };
}

/** Signing in again ends it, and no call has to succeed first. */
function isSignedOut(outcome: HttpOutcome<unknown>): boolean {
  return outcome.kind === "refusal" && outcome.status === 401;
}

/** Why a call did not end the matter. An answer is retried only where this device could not store it. */
function reasonOf(outcome: HttpOutcome<unknown>): QueueWaitReason {
  if (outcome.kind === "answer") return "notStored";
  if (outcome.kind === "unreachable") return "unreachable";
  if (outcome.status === 429) return "busy";
  return outcome.status >= 500 ? "serverError" : "unknown";
}
