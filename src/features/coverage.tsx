import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import { COVERAGE } from "../messages/coverage.ts";
import { useServices } from "./services.tsx";
import { useSyncStatus } from "./use-sync.ts";

/** Beside a count: what it covers, and how many there are in all where the server tells. Nothing where it covers all. */
export function Coverage({ short = false }: { short?: boolean }) {
  const words = useCoverage();
  const total = useServerTotal(words !== null && !short);
  if (words === null) return null;
  return (
    <span>
      {" "}
      {words}
      {total !== null && ` · ${COVERAGE.total(total)}`}
    </span>
  );
}

/** What counts over this device cover, in words; null where they cover everything, or it is not known yet. */
export function useCoverage(): string | null {
  const { mirror } = useServices();
  const kept = useLiveQuery(() => mirror.kept(), [mirror]);
  if (kept === undefined) return null;
  return kept.trimmed ? COVERAGE.trimmed : COVERAGE.of(kept.covers);
}

/** Counted by the server whenever the data is fresh; null offline, where only what is held can be counted. */
function useServerTotal(wanted: boolean): number | null {
  const { keep } = useServices();
  const { phase, freshAtMs } = useSyncStatus();
  const [total, setTotal] = useState<number | null>(null);
  const asks = wanted && phase === "online";
  // biome-ignore lint/correctness/useExhaustiveDependencies: fresh data is the reason to count anew
  useEffect(() => {
    if (!asks) return;
    const abort = new AbortController();
    keep.total(abort.signal).then(
      (answer) => abort.signal.aborted || setTotal(answer),
      () => undefined,
    );
    return () => abort.abort();
  }, [keep, asks, freshAtMs]);
  return asks ? total : null;
}
