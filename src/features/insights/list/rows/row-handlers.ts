import { useLayoutEffect, useMemo, useRef } from "react";
import type { ReviewAction } from "../../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";

export interface RowHandlers {
  onAct(row: InsightRow, action: ReviewAction): void;
  onOpen(row: InsightRow): void;
  onSelect(row: InsightRow, range: boolean): void;
}

/** Handlers that stay the same while what they do changes, so that a step draws its own row anew and no other. */
export function useStableHandlers(handlers: RowHandlers): RowHandlers {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  return useMemo(
    () => ({
      onAct: (row, action) => latest.current.onAct(row, action),
      onOpen: (row) => latest.current.onOpen(row),
      onSelect: (row, range) => latest.current.onSelect(row, range),
    }),
    [],
  );
}
