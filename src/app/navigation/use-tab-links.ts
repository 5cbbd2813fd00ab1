import { useCallback, useEffect, useState } from "react";
import { withoutOverlays } from "../../client/use-address-part.ts";
import type { Tab } from "../../domain/account/role.ts";
import { tabHref } from "./tab-address.ts";

/**
 * The addresses to which the navigation leads: those of other tabs as the person has left them, with their filters and
 * places, so that a look at the map does not end the work in a list. The tab that is open leads to its beginning. So
 * does that of alerts, whose badge counts the new ones: a filter from before could hide them.
 */
export function useTabLinks(current: Tab | null, search: string): (tab: Tab) => string {
  const [left] = useState(() => new Map<Tab, URLSearchParams>());
  useEffect(() => {
    if (current !== null) left.set(current, withoutOverlays(search));
  }, [left, current, search]);
  return useCallback(
    (tab) => tabHref(tab, tab === current || tab === "alerts" ? undefined : left.get(tab)),
    [left, current],
  );
}
