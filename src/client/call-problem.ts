import { ONLINE } from "../messages/offline/online.ts";
import { type HttpOutcome, isUnanswered } from "../platform/http.ts";

/** Why a write that a screen made by itself was not done, or may not have been, in a sentence for people. */
export function callProblem(outcome: Exclude<HttpOutcome<unknown>, { kind: "answer" }>): string {
  if (isUnanswered(outcome)) return ONLINE.unanswered;
  const { status, refusal } = outcome;
  if (status === 401) return ONLINE.onlySignedIn("This");
  if (status === 403) return ONLINE.forbidden;
  if (status === 404) return ONLINE.gone;
  if (status === 429) return ONLINE.throttled;
  const sentence = refusal.errors.general ?? Object.values(refusal.errors)[0];
  return status < 500 && sentence ? sentence : ONLINE.refused;
}

/**
 * Why a screen could not read what only the server has. "offline" is without an answer or a session: it is read again
 * when the connection comes back. "failed" is refused by the server.
 */
export function readProblem(
  outcome: Exclude<HttpOutcome<unknown>, { kind: "answer" }>,
): "offline" | "failed" {
  return isUnanswered(outcome) || outcome.status === 401 ? "offline" : "failed";
}
