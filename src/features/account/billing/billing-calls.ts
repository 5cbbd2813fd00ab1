import { isRecord } from "../../../domain/record-guard.ts";
import type { Http, HttpOutcome } from "../../../platform/http.ts";
import { type Guard, isNumber, isOrNull, isShape, isText } from "../../../platform/json-shape.ts";
import type { Card, Charge } from "../../../protocol/calls/billing-calls.ts";

export const CHARGES_PATH = "/api/getCharges";

export const isCharge = isShape<Charge>({
  id: isText,
  description: isOrNull(isText),
  created: isNumber,
  amount: isNumber,
  currency: isText,
  status: isText,
});

const isCard = isShape<Card>({ brand: isText, last4: isText, exp_month: isNumber, exp_year: isNumber });
const isAnything: Guard<object> = (value): value is object => isRecord(value);

/** The card on file, or null: any missing level of the answer means that there is none. */
export async function readCard(http: Http, signal: AbortSignal): Promise<HttpOutcome<Card | null>> {
  const outcome = await http.call({ path: "/api/getCard", accept: isAnything, signal });
  return outcome.kind === "answer" ? { ...outcome, value: cardIn(outcome.value) } : outcome;
}

/** Makes a card source of the payment provider the card on file. */
export async function setSource(http: Http, token: string): Promise<HttpOutcome<Card | null>> {
  const outcome = await http.call({
    method: "POST",
    path: "/api/setSource",
    body: { token },
    accept: isAnything,
  });
  return outcome.kind === "answer" ? { ...outcome, value: cardIn(outcome.value) } : outcome;
}

function cardIn(answer: unknown): Card | null {
  const outer = isRecord(answer) ? answer.card : undefined;
  const card = isRecord(outer) ? outer.card : undefined;
  return isCard(card) ? card : null;
}
