import { useEffect, useState } from "react";
import { useServices } from "../../client/services.tsx";
import type { QueueWait } from "../../sync/sync-status.ts";

const STEP_MS = 1_000;

/** The rest of a wait of the queue in ms, renewed each second while there is one; null for none. */
export function useWaitLeft(wait: QueueWait | null | undefined): number | null {
  const { timers } = useServices();
  const [nowMs, setNowMs] = useState(timers.elapsedMs);
  const untilMs = wait?.untilMs ?? null;
  useEffect(() => {
    if (untilMs === null) return;
    let cancel = () => {};
    const tick = () => {
      setNowMs(timers.elapsedMs());
      cancel = timers.after(STEP_MS, tick);
    };
    tick();
    return () => cancel();
  }, [timers, untilMs]);
  return untilMs === null ? null : Math.max(0, untilMs - nowMs);
}
