import { isRecord } from "../../domain/record-guard.ts";
import type { Http, HttpCall } from "../../platform/http.ts";
import { isMessage } from "../../platform/json-shape.ts";
import type { Timers } from "../../platform/timers.ts";
import type { ConnectionPhase } from "../sync-status.ts";
import type { Connection } from "./connection.ts";

export interface LivenessProbeParts {
  http: Http;
  connection: Connection;
  timers: Timers;
  timings: {
    /** While calls are open, a probe is sent after so long without a byte. */
    readonly quietMs: number;
    /** Time limit of the probe. */
    readonly probeMs: number;
  };
}

/** Probes in a row that must fail before the connection counts as lost: any weak link loses one. */
const UNANSWERED_MAX = 2;

/**
 * The liveness probe distinguishes a slow connection from a dead one. Calls keep their long timeouts, which a slow link
 * needs, but the connection's state must not wait for these. While calls are open and no byte of any arrives, small
 * requests are sent: without an answer the phase becomes "offline", with one it becomes what it was before. A slow
 * link answers the probe, or brings bytes, and stays online.
 */
export function probeLiveness({ http, connection, timers, timings }: LivenessProbeParts): Http {
  let open = 0;
  let unanswered = 0;
  let probing = false;
  let callOff = () => {};
  /** The connection before the probe set "offline"; null where it did not. */
  let before: { phase: ConnectionPhase; isProven: boolean } | null = null;

  const restartTimer = () => {
    callOff();
    callOff = () => {};
    if (open > 0 && !probing) callOff = timers.after(timings.quietMs, () => void probe());
  };
  const onSign = () => {
    unanswered = 0;
    if (before !== null && connection.phase() === "offline") connection.adopt(before.phase, before.isProven);
    before = null;
    restartTimer();
  };

  const probe = async () => {
    probing = true;
    const outcome = await http.call({
      path: "/api/health",
      accept: isMessage(isRecord),
      timeoutMs: timings.probeMs,
      onProgress: onSign,
    });
    probing = false;
    if (open === 0) return;
    if (outcome.kind !== "unreachable") return onSign();
    unanswered += 1;
    const phase = connection.phase();
    if (unanswered >= UNANSWERED_MAX && (phase === "online" || phase === "unknown")) {
      before = { phase, isProven: connection.isProven() };
      connection.lost();
    }
    // The second probe follows at once: the first pause was long enough.
    if (unanswered < UNANSWERED_MAX) void probe();
    else restartTimer();
  };

  return {
    open: http.open,
    image: http.image,
    async call<T, Out = T>(call: HttpCall<T, Out>) {
      open += 1;
      if (open === 1) {
        unanswered = 0;
        restartTimer();
      }
      const onProgress = () => {
        call.onProgress?.();
        onSign();
      };
      try {
        return await http.call({ ...call, onProgress });
      } finally {
        open -= 1;
        if (open === 0) {
          callOff();
          // From here on the outcome of the call itself decides.
          before = null;
        }
      }
    },
  };
}
