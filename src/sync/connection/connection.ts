import { createStore } from "zustand/vanilla";
import type { HttpOutcome } from "../../platform/http.ts";
import type { ConnectionPhase } from "../sync-status.ts";

/** Whether the server can be reached, as its own answers show. */
export interface Connection {
  phase(): ConnectionPhase;
  /**
   * Whether a call was served since the connection was lost. A 5xx or 429 makes the phase "online" without that: the
   * server, or a captive portal in its place, serves nothing yet.
   */
  isProven(): boolean;
  /** Takes how a call ended. */
  observe(outcome: HttpOutcome<unknown>): void;
  /** The browser knows that there is no network, or the liveness probe got no answer. */
  lost(): void;
  /** Takes the phase that the leading tab found, or that was there before a liveness probe failed. */
  adopt(phase: ConnectionPhase, isProven?: boolean): void;
  /** Calls back with each answer that proves a connection, before the phase changes. */
  onAnswer(listener: () => void): () => void;
  /** Calls back when the phase changes. */
  subscribe(listener: (phase: ConnectionPhase) => void): () => void;
  /** Calls back when the connection becomes proven, after the phase has changed. */
  onProven(listener: () => void): () => void;
}

export function createConnection(initial: ConnectionPhase): Connection {
  const answerListeners = new Set<() => void>();
  const store = createStore(() => ({ phase: initial, isProven: initial === "online" }));
  const phase = () => store.getState().phase;
  const isProven = () => store.getState().isProven;
  const enter = (next: ConnectionPhase, proven: boolean) =>
    store.setState({ phase: next, isProven: proven && next === "online" });
  return {
    phase,
    isProven,
    observe(outcome) {
      const proves = isProof(outcome);
      if (proves) for (const listener of answerListeners) listener();
      enter(phaseAfter(phase(), outcome), proves || isProven());
    },
    lost: () => enter("offline", false),
    adopt: (next, proven = false) => enter(next, proven),
    onAnswer(listener) {
      answerListeners.add(listener);
      return () => answerListeners.delete(listener);
    },
    subscribe: (listener) =>
      store.subscribe((now, before) => {
        if (now.phase !== before.phase) listener(now.phase);
      }),
    onProven: (listener) =>
      store.subscribe((now, before) => {
        if (now.isProven && !before.isProven) listener();
      }),
  };
}

function phaseAfter(phase: ConnectionPhase, outcome: HttpOutcome<unknown>): ConnectionPhase {
  if (outcome.kind === "answer") return "online";
  if (outcome.kind === "unreachable") return outcome.why === "givenUp" ? phase : "offline";
  if (outcome.status === 401 && (outcome.protocol === null || outcome.refusal.code === "signed_out"))
    return "signedOut";
  // A 5xx is shown as an error of the server: "offline" would name the wrong reason, and no time of the next try. It does
  // not end "signedOut", because it says nothing about the session.
  return phase === "signedOut" && !isProof(outcome) ? phase : "online";
}

/** A 5xx or 429 proves no working session: the server answers, but does not serve the call. */
function isProof(outcome: HttpOutcome<unknown>): boolean {
  if (outcome.kind === "unreachable") return false;
  return outcome.kind === "answer" || (outcome.status < 500 && outcome.status !== 429);
}
