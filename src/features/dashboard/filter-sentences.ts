import { dashboardMessages } from "../../messages/dashboard/dashboard.ts";
import { insightsMessages } from "../../messages/insights/insights.ts";
import { type AddressFilter, activeParts } from "../../parts/insight-filter/filter-address.ts";
import type { FilterCounts } from "../../parts/insight-filter/filter-counts.ts";
import { datesText } from "../../parts/insight-filter/filter-fields.tsx";
import { listsOf } from "../../parts/insight-filter/filter-lists.ts";
import type { Group } from "../../protocol/shapes.ts";

const { filters } = insightsMessages;
const { pdf } = dashboardMessages;

/** Each part of the filter in words, in full: a chip has room for the first name only. */
export function filterSentences(
  filter: AddressFilter,
  counts: FilterCounts | null,
  groups: readonly Group[],
  nowMs: number,
): string[] {
  const lists = listsOf(counts, groups);
  const sentences = activeParts(filter).flatMap((part): string[] => {
    if (part === "dates") return [filters.partIs(filters.dates, datesText(filter, nowMs))];
    if (part === "deviceName") return [filters.deviceNameIs(filter.deviceName ?? "")];
    if (!(part in lists)) return [];
    const { label, choices } = lists[part as keyof typeof lists];
    const chosen = (filter[part as keyof typeof lists] ?? []) as readonly string[];
    const names = chosen.map((value) => choices.find((choice) => choice.value === value)?.label ?? value);
    return [filters.partIs(label, names.join(", "))];
  });
  if (sentences.length === 0) return [filter.showArchived ? pdf.noFiltersArchived : pdf.noFilters];
  return filter.showArchived ? [...sentences, pdf.archivedShown] : sentences;
}
