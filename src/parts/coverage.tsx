import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo, useState } from "react";
import { useServices } from "../client/services.tsx";
import { useSyncStatus } from "../client/use-sync.ts";
import { COVERAGE } from "../messages/offline/coverage.ts";

/**
 * Beside a count: the part it covers, and the server's total where that is known. Renders nothing where it covers all.
 *
 * @param short without the total: for lack of room, or where rows are not insights
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
  /** Follows a count. */
  words: string;
  /** Stands alone. */
  sentence: string;
}

/** The part that counts on this device cover; null where that is all, or not known yet. */
export function useCoverage(): Covered | null {
  const { mirror } = useServices();
  const retention = useLiveQuery(() => mirror.retention(), [mirror]);
  return useMemo(() => {
    if (retention === undefined) return null;
    if (retention.trimmed) return { words: COVERAGE.trimmed, sentence: COVERAGE.onlyNewer };
    const words = COVERAGE.of(retention.covers);
    return words === null ? null : { words, sentence: COVERAGE.only(words) };
  }, [retention]);
}

/** The server's total, read when the data is fresh; null offline. */
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
