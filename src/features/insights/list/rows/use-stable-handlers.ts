import { useLayoutEffect, useMemo, useRef } from "react";
import type { RowHandlers } from "./row-handlers.ts";

/** The same functions from one drawing to the next, so that an action draws its own row again and no other. */
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
      onPlace: (row) => latest.current.onPlace(row),
    }),
    [],
  );
}
