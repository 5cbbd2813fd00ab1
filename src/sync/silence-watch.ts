import type { Http, HttpCall } from "../platform/http.ts";
import { isMessage, isRecord } from "../platform/json-shape.ts";
import type { Timers } from "../platform/timers.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionPhase } from "./sync-status.ts";

export interface SilenceWatchParts {
  http: Http;
  connection: Connection;
  timers: Timers;
  timings: {
    /** A call of which nothing was heard for so long is asked after. */
    readonly quietMs: number;
    /** How long the small question may take. */
    readonly probeMs: number;
  };
}

/** So many small questions in a row must go unanswered before the connection counts as lost: one is lost on any weak link. */
const UNANSWERED_MAX = 2;

/**
 * Calls that hang keep their own long limits, which a slow link needs; the connection's state must not wait for
 * these. While calls are open and not one byte of any arrives, a small question is asked beside them, over and
 * over: unanswered it says "offline", answered it takes back what silence had said. A slow link answers it, or
 * brings bytes, and stays online.
 */
export function watchSilence({ http, connection, timers, timings }: SilenceWatchParts): Http {
  let open = 0;
  let unanswered = 0;
  let probing = false;
  let callOff = () => {};
  /** What stood before silence alone said "offline"; null while it did not. */
  let before: ConnectionPhase | null = null;

  const listen = () => {
    callOff();
    callOff = () => {};
    if (open > 0 && !probing) callOff = timers.after(timings.quietMs, () => void probe());
  };
  const heard = () => {
    unanswered = 0;
    if (before !== null && connection.phase() === "offline") connection.adopt(before);
    before = null;
    listen();
  };

  const probe = async () => {
    probing = true;
    const outcome = await http.call({
      path: "/api/health",
      accept: isMessage(isRecord),
      timeoutMs: timings.probeMs,
      onProgress: heard,
    });
    probing = false;
    if (open === 0) return;
    if (outcome.kind !== "unreachable") return heard();
    unanswered += 1;
    const phase = connection.phase();
    if (unanswered >= UNANSWERED_MAX && (phase === "online" || phase === "unknown")) {
      before = phase;
      connection.lost();
    }
    // The second question follows at once: the first pause was long enough.
    if (unanswered < UNANSWERED_MAX) void probe();
    else listen();
  };

  return {
    open: http.open,
    image: http.image,
    async call<T>(call: HttpCall<T>) {
      open += 1;
      if (open === 1) {
        unanswered = 0;
        listen();
      }
      const onProgress = () => {
        call.onProgress?.();
        heard();
      };
      try {
        return await http.call({ ...call, onProgress });
      } finally {
        open -= 1;
        if (open === 0) {
          callOff();
          // What the call itself came to decides from here on.
          before = null;
        }
      }
    },
  };
}
