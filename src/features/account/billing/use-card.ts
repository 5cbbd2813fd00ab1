import { useCallback, useEffect, useState } from "react";
import { readProblem } from "../../../client/call-problem.ts";
import { useServices } from "../../../client/services.tsx";
import { useReadAgain } from "../../../client/use-read-again.ts";
import type { Card } from "../../../protocol/calls/billing-calls.ts";
import { readCard } from "./billing-calls.ts";

export type CardState =
  | { kind: "loading" }
  | { kind: "offline" }
  | { kind: "failed" }
  /** Null: no card on file. */
  | { kind: "known"; card: Card | null };

/** The card on file, read from the server alone, and anew when the connection comes back; the last answer stays. */
export function useCard(): { state: CardState; reload(): void; show(card: Card | null): void } {
  const { http } = useServices();
  const [state, setState] = useState<CardState>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt is a reason to ask anew
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => (before.kind === "known" ? before : { kind: "loading" }));
    const ask = async () => {
      const outcome = await readCard(http, abort.signal);
      if (abort.signal.aborted) return;
      setState((before) => {
        if (outcome.kind === "answer") return { kind: "known", card: outcome.value };
        return before.kind === "known" ? before : { kind: readProblem(outcome) };
      });
    };
    void ask();
    return () => abort.abort();
  }, [http, attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const show = useCallback((card: Card | null) => setState({ kind: "known", card }), []);
  const away = useReadAgain(state.kind === "offline", reload);
  // Without a connection the card is offline at once, not only after the call's timeout.
  return { state: away && state.kind === "loading" ? { kind: "offline" } : state, reload, show };
}
