import { useCallback } from "react";
import { useViewValue } from "../../client/use-view.ts";
import type { InsightEngine, InsightFilter } from "../../query/insight-engine.ts";
import { afterPaint } from "../../ui/after-paint.ts";
import { withoutPart } from "./filter-address.ts";
import type { FilterCounts } from "./filter-counts.ts";

let painted: Promise<void> | null = null;

/**
 * Resolves after the first frame since counts were wanted for the first time; later at once. The first count makes the
 * worker read all insights: in a browser of two processors that would delay the frame with the first rows.
 */
function firstPaint(): Promise<void> {
  painted ??= new Promise((resolve) => void afterPaint(resolve));
  return painted;
}

/**
 * Counted again with every other filter; null before the first answer.
 *
 * @param wanted false while the rows themselves are still awaited, which come first
 */
export function useFilterCounts(
  view: InsightEngine,
  filter: InsightFilter,
  grouped: boolean,
  wanted: boolean,
): FilterCounts | null {
  const read = useCallback(
    async (from: InsightEngine, signal: AbortSignal): Promise<FilterCounts | null> => {
      if (!wanted) return null;
      await firstPaint();
      signal.throwIfAborted();
      const without = (part: keyof FilterCounts) => ({ filter: withoutPart(filter, part), grouped });
      const [classNames, deviceIds, statuses, sources] = await Promise.all([
        from.group("className", without("classNames"), signal),
        from.group("device", without("deviceIds"), signal),
        // Choosing the status "archive" shows archived insights, so they are counted.
        from.group(
          "status",
          { filter: { ...without("statuses").filter, showArchived: true }, grouped },
          signal,
        ),
        from.group("source", without("sources"), signal),
      ]);
      return { classNames, deviceIds, statuses, sources };
    },
    [filter, grouped, wanted],
  );
  return useViewValue(view, read);
}
