import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { useUtcDay } from "../../client/use-utc-day.ts";
import { changeArchive } from "../../domain/dashboard/archived-rule.ts";
import { type AddressFilter, readFilter, writeFilter } from "../../parts/insight-filter/filter-address.ts";
import { liesOverPage } from "../../ui/layout/use-back-closes.ts";

/** The filter of the dashboard: it lies in the address, so that links and the back button work. */
export function useDashboardFilter() {
  const [search, setSearch] = useSearchParams();
  const dayMs = useUtcDay();
  const text = search.toString();
  const filter = useMemo(() => panelParts(readFilter(new URLSearchParams(text), dayMs)), [text, dayMs]);
  const set = useCallback(
    (next: AddressFilter) => {
      const written = writeFilter(next, new URLSearchParams(text));
      if (written.toString() !== text) setSearch(written, { replace: liesOverPage() });
    },
    [text, setSearch],
  );
  return {
    filter,
    dayMs,
    /** From the panel: what it asks of statuses follows the rule of the archive. */
    setFilter: (next: AddressFilter) =>
      set(changeArchive(next, { kind: "statuses", statuses: next.statuses ?? [] })),
    setShowArchived: (on: boolean) => set(changeArchive(filter, { kind: "switch", on })),
  };
}

/** What the panel has a field for; a part that nothing on the screen shows would hide insights unseen. */
function panelParts(filter: AddressFilter): AddressFilter {
  const { showArchived, classNames, deviceIds, deviceName, groupIds, statuses, sources } = filter;
  const { fromMs, toMs, lastDays } = filter;
  const parts = { classNames, deviceIds, deviceName, groupIds, statuses, sources, fromMs, toMs, lastDays };
  const present = Object.entries(parts).filter(([, part]) => part !== undefined);
  return { showArchived, ...Object.fromEntries(present) };
}
