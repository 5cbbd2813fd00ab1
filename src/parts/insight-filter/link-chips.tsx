import { FILTER_WORDS } from "../../messages/dashboard/filter-words.ts";
import type { InsightFilter } from "../../query/insight-engine.ts";
import { FilterChip } from "../../ui/controls/chip.tsx";
import { activeParts, LINK_PARTS, type LinkPart, withoutPart } from "./filter-address.ts";

/** The parts of a filter that a link from the dashboard asked for, each to be taken off by a press. */
export function LinkChips({
  filter,
  onChange,
}: {
  filter: InsightFilter;
  onChange(filter: InsightFilter): void;
}) {
  const active = activeParts(filter);
  return LINK_PARTS.filter((part) => active.includes(part)).map((part) => (
    <FilterChip key={part} active end="cross" onClick={() => onChange(withoutPart(filter, part))}>
      {linkPartText(part, filter)}
    </FilterChip>
  ));
}

export function linkPartText(part: LinkPart, filter: InsightFilter): string {
  if (part === "hour") return FILTER_WORDS.hour(filter.hour ?? 0);
  if (part === "received") return FILTER_WORDS.received(filter.receivedWeekday, filter.receivedHour);
  return FILTER_WORDS.delay(filter.minDelayHours, filter.maxDelayHours);
}
