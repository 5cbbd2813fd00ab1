import { useEffect, useRef } from "react";
import { isAway } from "../sync/sync-status.ts";
import { useSyncStatus } from "./use-sync.ts";

/**
 * Reads anew what only the server has, whenever the connection comes back.
 *
 * @param unanswered the last call got no answer. That does not change the phase, which sync alone finds, so it is tried
 * again at the next sign of a connection: "unknown" becomes "online", or a pull has ended well
 * @param readAgain the same function in every render
 * @returns whether the server cannot be reached now, so that a screen says so at once, not only after a call's timeout
 */
export function useReadAgain(unanswered: boolean, readAgain: () => void): boolean {
  const { phase, freshAtMs } = useSyncStatus();
  const away = isAway(phase);
  const sign = `${phase} ${freshAtMs}`;
  const before = useRef({ away, sign });
  useEffect(() => {
    const { away: wasAway, sign: lastSign } = before.current;
    before.current = { away, sign };
    if (!away && sign !== lastSign && (wasAway || unanswered)) readAgain();
  }, [away, sign, unanswered, readAgain]);
  return away;
}
