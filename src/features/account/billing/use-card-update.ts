import { useCallback, useState } from "react";
import { callProblem } from "../../../client/call-problem.ts";
import { useServices } from "../../../client/services.tsx";
import { BILLING } from "../../../messages/account/billing.ts";
import type { CardSource } from "../../../platform/card-frame.ts";
import { type HttpOutcome, isUnanswered } from "../../../platform/http.ts";
import type { Card } from "../../../protocol/calls/billing-calls.ts";
import { showToast } from "../../../state/toast-store.ts";
import { setSource } from "./billing-calls.ts";
import type { CardUpdate, CardUpdateControl } from "./card-update.ts";

interface CardUpdateEvents {
  onSet(card: Card | null): void;
  /** Without an answer the card may have been set. */
  onUnknown(): void;
}

/** One update of the card at a time, from the provider's frame to the server; it goes on when the form is closed. */
export function useCardUpdate({ onSet, onUnknown }: CardUpdateEvents): CardUpdateControl {
  const { http } = useServices();
  const [update, setUpdate] = useState<CardUpdate>({ kind: "idle" });

  const run = async (source: () => Promise<CardSource>): Promise<boolean> => {
    setUpdate({ kind: "beginning" });
    const exchanged = await source().catch(
      () => ({ kind: "refused", reason: BILLING.form.notLoaded }) as const,
    );
    if (exchanged.kind === "refused") {
      setUpdate({ kind: "failure", reason: exchanged.reason });
      return false;
    }
    const outcome = await setSource(http, exchanged.token);
    if (outcome.kind !== "answer") {
      if (isUnanswered(outcome)) onUnknown();
      setUpdate({ kind: "failure", reason: reasonOf(outcome) });
      return false;
    }
    onSet(outcome.value);
    setUpdate({ kind: "success" });
    showToast({ tone: "ok", message: BILLING.card.updated });
    return true;
  };

  return { update, run, reset: useCallback(() => setUpdate({ kind: "idle" }), []) };
}

/** The server's sentence, also where the payment provider does not answer; it says more than the usual one. */
function reasonOf(outcome: Exclude<HttpOutcome<unknown>, { kind: "answer" }>): string {
  const isOfBilling = outcome.kind === "refusal" && [402, 429, 503].includes(outcome.status);
  return (isOfBilling && outcome.refusal.errors.general) || callProblem(outcome);
}
