import { useCallback, useMemo } from "react";
import { useServices } from "../../../client/services.tsx";
import { useMirrored } from "../../../client/use-sync.ts";
import { useViewValue } from "../../../client/use-view.ts";
import type { InsightEngine } from "../../../query/insight-engine.ts";

const EVERYTHING = { filter: { showArchived: true }, grouped: false } as const;

/** Class names to choose from: those of the insights on this device, the most frequent first, then those of the models. */
export function useClassNames(): readonly string[] {
  const { insights } = useServices();
  const models = useMirrored((mirror) => mirror.models());
  const read = useCallback(
    (engine: InsightEngine, signal: AbortSignal) => engine.group("className", EVERYTHING, signal),
    [],
  );
  const counted = useViewValue(insights, read);
  return useMemo(() => {
    const seen = (counted ?? []).map(({ value }) => value);
    const known = (models ?? []).flatMap(({ classes }) => classes.map(({ label }) => label));
    return [...new Set([...seen, ...known])].filter((name) => name !== "");
  }, [counted, models]);
}
