import { useEffect, useState } from "react";
import { DAY_MS, startOfUtcDayMs } from "../domain/time.ts";
import { systemClock } from "../platform/system-clock.ts";

/** The beginning of today in UTC, epoch ms: another one once midnight has passed, or a sleeping device has woken. */
export function useUtcDay(): number {
  const [dayMs, setDayMs] = useState(today);
  useEffect(() => {
    const look = () => setDayMs(today());
    const timer = setTimeout(look, dayMs + DAY_MS - systemClock.now());
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [dayMs]);
  return dayMs;
}

/** The beginning of today in UTC, epoch ms. */
export function today(): number {
  return startOfUtcDayMs(systemClock.now());
}
