import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { InsightFilter } from "../../../query/insight-engine.ts";
import { Switch } from "../../../ui/controls/switch.tsx";
import type { AddressActions } from "./address-actions.ts";
import type { CollectionsChoice } from "./collections.ts";

interface InsightsSwitchesProps {
  address: AddressActions;
  collections: CollectionsChoice;
}

/** Collections and archived insights. */
export function InsightsSwitches({ address: control, collections }: InsightsSwitchesProps) {
  const { address, setFilter } = control;
  return (
    <>
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
