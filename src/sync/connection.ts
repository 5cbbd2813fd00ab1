import type { HttpOutcome } from "../platform/http.ts";
import type { ConnectionPhase } from "./sync-status.ts";

/** Whether the server can be reached, as its own answers show. */
export interface Connection {
  phase(): ConnectionPhase;
  /** Takes note of how a call ended. */
  heard(outcome: HttpOutcome<unknown>): void;
  /** The browser is sure that there is no network. */
  lost(): void;
  /** What another tab, which makes the calls, found. */
  adopt(phase: ConnectionPhase): void;
  /** Calls back with each answer that proves a connection, before the phase changes. */
  onAnswer(listener: () => void): () => void;
  /** Calls back when the phase changes. */
  subscribe(listener: (phase: ConnectionPhase) => void): () => void;
}

export function createConnection(initial: ConnectionPhase): Connection {
  const listeners = new Set<(phase: ConnectionPhase) => void>();
  const answerListeners = new Set<() => void>();
  let phase = initial;
  const enter = (next: ConnectionPhase) => {
    if (next === phase) return;
    phase = next;
    for (const listener of listeners) listener(next);
  };
  return {
    phase: () => phase,
    heard(outcome) {
      if (isProof(outcome)) for (const listener of answerListeners) listener();
      enter(phaseAfter(phase, outcome));
    },
    lost: () => enter("offline"),
    adopt: enter,
    onAnswer(listener) {
      answerListeners.add(listener);
      return () => answerListeners.delete(listener);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function phaseAfter(phase: ConnectionPhase, outcome: HttpOutcome<unknown>): ConnectionPhase {
  if (outcome.kind === "answer") return "online";
  if (outcome.kind === "unreachable") return outcome.why === "givenUp" ? phase : "offline";
  if (outcome.status === 401) return "signedOut";
  if (isProof(outcome)) return "online";
  return phase === "online" ? "online" : "offline";
}

/** A server in trouble answers, but does not do what it was asked: no proof of a connection that works. */
function isProof(outcome: HttpOutcome<unknown>): boolean {
  if (outcome.kind === "unreachable") return false;
  return outcome.kind === "answer" || (outcome.status < 500 && outcome.status !== 429);
}
