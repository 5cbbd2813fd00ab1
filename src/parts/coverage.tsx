import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo, useState } from "react";
import { useServices } from "../client/services.tsx";
import { useSyncStatus } from "../client/use-sync.ts";
import { COVERAGE } from "../messages/offline/coverage.ts";

/**
 * Beside a count: what it covers, and how many insights there are in all where the server tells. Nothing where it
 * covers all.
 *
 * @param short without that total: for want of room, or because what was counted are not insights
 */
export function Coverage({ short = false }: { short?: boolean }) {
  const covered = useCoverage();
  const total = useServerTotal(covered !== null && !short);
  if (covered === null) return null;
  return (
    <span>
      {" "}
      {covered.words}
      {total !== null && ` · ${COVERAGE.total(total)}`}
    </span>
  );
}

export interface Covered {
  /** To be said behind a count. */
  words: string;
  /** To be said by itself, beside many counts or a file. */
  sentence: string;
}

/** What counts over this device cover; null where they cover everything, or it is not known yet. */
export function useCoverage(): Covered | null {
  const { mirror } = useServices();
  const kept = useLiveQuery(() => mirror.retention(), [mirror]);
  return useMemo(() => {
    if (kept === undefined) return null;
    if (kept.trimmed) return { words: COVERAGE.trimmed, sentence: COVERAGE.onlyNewer };
    const words = COVERAGE.of(kept.covers);
    return words === null ? null : { words, sentence: COVERAGE.only(words) };
  }, [kept]);
}

/** Counted by the server whenever the data is fresh; null offline, where only what is held can be counted. */
function useServerTotal(wanted: boolean): number | null {
  const { retention: keep } = useServices();
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
