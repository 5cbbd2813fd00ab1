import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { InsightFilter } from "../../../query/insight-engine.ts";
import { Switch } from "../../../ui/controls/switch.tsx";
import { SortField } from "../filter/sort-field.tsx";
import type { AddressActions } from "./address-actions.ts";
import type { CollectionsChoice } from "./collections.ts";

interface InsightsSwitchesProps {
  address: AddressActions;
  collections: CollectionsChoice;
  narrow: boolean;
}

/** Collections and archived insights; for cards, which have no column heads, the order too. */
export function InsightsSwitches({ address: control, collections, narrow }: InsightsSwitchesProps) {
  const { address, setFilter, setSort } = control;
  return (
    <>
      {narrow && <SortField sort={address.sort} onSort={setSort} />}
      {collections.enabled && (
        <Switch checked={collections.grouped} onChange={collections.setGrouped}>
          {insightsMessages.filters.collections}
        </Switch>
      )}
      <Switch
        checked={address.filter.showArchived}
        onChange={(showArchived) => setFilter(withArchived(address.filter, showArchived))}
      >
        {insightsMessages.filters.showArchived}
      </Switch>
    </>
  );
}

/** Hiding archived insights also drops them from the status filter, which would match nothing otherwise. */
function withArchived(filter: InsightFilter, showArchived: boolean): InsightFilter {
  const statuses = filter.statuses?.filter((status) => showArchived || status !== "archive");
  const { statuses: _, ...rest } = filter;
  return statuses === undefined || statuses.length === 0
    ? { ...rest, showArchived }
    : { ...rest, statuses, showArchived };
}
