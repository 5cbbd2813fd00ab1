import { createStore } from "zustand/vanilla";
import type { HttpOutcome } from "../../platform/http.ts";
import type { ConnectionPhase } from "../sync-status.ts";

/** Whether the server can be reached, as its own answers show. */
export interface Connection {
  phase(): ConnectionPhase;
  /** Takes how a call ended. */
  observe(outcome: HttpOutcome<unknown>): void;
  /** The browser knows that there is no network, or the liveness probe got no answer. */
  lost(): void;
  /** Takes the phase that the leading tab found. */
  adopt(phase: ConnectionPhase): void;
  /** Calls back with each answer that proves a connection, before the phase changes. */
  onAnswer(listener: () => void): () => void;
  /** Calls back when the phase changes. */
  subscribe(listener: (phase: ConnectionPhase) => void): () => void;
}

export function createConnection(initial: ConnectionPhase): Connection {
  const answerListeners = new Set<() => void>();
  const store = createStore(() => ({ phase: initial }));
  const phase = () => store.getState().phase;
  const enter = (next: ConnectionPhase) => {
    if (next !== phase()) store.setState({ phase: next });
  };
  return {
    phase,
    observe(outcome) {
      if (isProof(outcome)) for (const listener of answerListeners) listener();
      enter(phaseAfter(phase(), outcome));
    },
    lost: () => enter("offline"),
    adopt: enter,
    onAnswer(listener) {
      answerListeners.add(listener);
      return () => answerListeners.delete(listener);
    },
    subscribe: (listener) => store.subscribe((state) => listener(state.phase)),
  };
}

function phaseAfter(phase: ConnectionPhase, outcome: HttpOutcome<unknown>): ConnectionPhase {
  if (outcome.kind === "answer") return "online";
  if (outcome.kind === "unreachable") return outcome.why === "givenUp" ? phase : "offline";
  if (outcome.status === 401 && (outcome.protocol === null || outcome.refusal.code === "signed_out"))
    return "signedOut";
  // A server in trouble is reached: "offline" would name the wrong reason, and no time of the next try. It says nothing
  // about the session.
  return phase === "signedOut" && !isProof(outcome) ? phase : "online";
}

/** A 5xx or 429 proves no working session: the server answers, but does not serve the call. */
function isProof(outcome: HttpOutcome<unknown>): boolean {
  if (outcome.kind === "unreachable") return false;
  return outcome.kind === "answer" || (outcome.status < 500 && outcome.status !== 429);
}
