import { ONLINE } from "../messages/offline/online.ts";
import type { HttpOutcome } from "../platform/http.ts";

/** Why a write that a screen made by itself was not done, or may not have been, in a sentence for people. */
export function callProblem(outcome: Exclude<HttpOutcome<unknown>, { kind: "answer" }>): string {
  if (outcome.kind === "unreachable") return ONLINE.unanswered;
  const { status, refusal } = outcome;
  if (status === 401) return ONLINE.onlySignedIn("This");
  if (status === 403) return ONLINE.forbidden;
  if (status === 404) return ONLINE.gone;
  if (status === 429) return ONLINE.throttled;
  const sentence = refusal.errors.general ?? Object.values(refusal.errors)[0];
  return status < 500 && sentence ? sentence : ONLINE.refused;
}
