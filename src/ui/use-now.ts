import { useEffect, useState } from "react";

import { systemTimers } from "../platform/timers.ts";

/** The time since this page's own beginning in ms, as the timers measure it, renewed at an interval. */
export function useElapsed(intervalMs: number): number {
  const [elapsed, setElapsed] = useState(systemTimers.elapsedMs);
  useEffect(() => {
    const timer = setInterval(() => setElapsed(systemTimers.elapsedMs()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return elapsed;
}

/** The present moment in epoch ms, renewed at an interval. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
