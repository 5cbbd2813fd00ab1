import { useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { forgetPrefetched, type Opening, type OpeningParts, openingOf } from "./opening.ts";

/**
 * Reads the features and groups, then the first page, while the browser paints the shell: a slow phone then draws the
 * screen once, with rows. Null until then.
 */
export function useOpening(parts: OpeningParts): Opening | null {
  // Starts with the first drawing: an effect would run after the browser has painted.
  const [store] = useState(() => openingOf(parts));
  useLayoutEffect(() => forgetPrefetched(parts.view), [parts.view]);
  return useStore(store);
}
