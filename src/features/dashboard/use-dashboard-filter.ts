import { changeArchive } from "../../domain/dashboard/archived-rule.ts";
import {
  type AddressFilter,
  filterOfParts,
  readFilter,
  writeFilter,
} from "../../parts/insight-filter/filter-address.ts";
import { PANEL_PARTS } from "../../parts/insight-filter/panel-fields.tsx";
import { useFilterInAddress } from "../../parts/insight-filter/use-filter-in-address.ts";
import { liesOverPage } from "../../ui/layout/use-back-closes.ts";

const IN_ADDRESS = {
  read: (search: URLSearchParams, nowMs: number) =>
    filterOfParts(readFilter(search, nowMs), [...PANEL_PARTS, "deviceName"]),
  write: writeFilter,
  replaces: liesOverPage,
};

/** The filter of the dashboard, and its rule for what is archived. */
export function useDashboardFilter() {
  const { filter, dayMs, setFilter } = useFilterInAddress<AddressFilter>(IN_ADDRESS);
  return {
    filter,
    dayMs,
    /** From the panel: what it asks of statuses follows the rule of the archive. */
    setFilter: (next: AddressFilter) =>
      setFilter(changeArchive(next, { kind: "statuses", statuses: next.statuses ?? [] })),
    setShowArchived: (on: boolean) => setFilter(changeArchive(filter, { kind: "switch", on })),
  };
}
