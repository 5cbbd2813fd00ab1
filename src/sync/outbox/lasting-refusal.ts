import type { LastingRefusal } from "../../domain/outbox/refuse-batch.ts";
import type { HttpOutcome } from "../../platform/http.ts";

const LASTING = [400, 403, 413, 422];

/**
 * Whether an answer refuses a call for good. It counts only with our protocol header and a known code: the 403 of a
 * captive portal or a proxy passes, and says nothing about the batch.
 *
 * @param namesOne the call names one record, which is gone where the server does not know it
 */
export function lastingRefusal(outcome: HttpOutcome<unknown>, namesOne = false): LastingRefusal | null {
  if (outcome.kind !== "refusal" || outcome.protocol === null) return null;
  const { code, errors } = outcome.refusal;
  const isGone = namesOne && code === "not_found";
  if (!isGone && (!LASTING.includes(outcome.status) || code === null || code === "key_reused")) return null;
  const [saidOf, of] = Object.entries(errors).find(([name]) => name !== "general") ?? [];
  const said = of ?? errors.general;
  return {
    outcome: code === "forbidden" ? "notAllowed" : isGone && saidOf === undefined ? "gone" : "notAccepted",
    ...(said !== undefined && { said }),
    ...(saidOf !== undefined && { saidOf }),
  };
}
