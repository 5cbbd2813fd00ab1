import { useEffect, useState } from "react";
import type { OfflineSetSelection } from "../offline-sets/offline-set-estimate.ts";
import type { AskedEstimate } from "./asked-estimate.ts";
import { useServices } from "./services.tsx";
import { useSyncStatus } from "./use-sync.ts";

/** Pause after the last change before the server is asked, so that typing does not send a request a key. */
const QUIET_MS = 250;

/** How much a selection brings; asked again when it changes, and when the connection is back. Null asks nothing. */
export function useOfflineSetEstimate(selection: OfflineSetSelection | null): AskedEstimate {
  const { offlineSets } = useServices();
  const online = useSyncStatus().phase === "online";
  const [answer, setAnswer] = useState<{ of: string; asked: AskedEstimate } | null>(null);
  const key = JSON.stringify([selection, online]);
  useEffect(() => {
    const [wanted] = JSON.parse(key) as [OfflineSetSelection | null];
    if (wanted === null) return;
    const abort = new AbortController();
    const tell = (asked: AskedEstimate) => abort.signal.aborted || setAnswer({ of: key, asked });
    const timer = setTimeout(() => {
      offlineSets()
        .then((control) => control.estimate(wanted, abort.signal))
        .then(tell, () => tell({ kind: "unknown" }));
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [offlineSets, key]);
  return answer?.of === key ? answer.asked : { kind: "asking" };
}
