import { COMMS_SOURCES, INSIGHT_STATUSES } from "../../domain/insight/insight.ts";
import { insightsMessages } from "../../messages/insights/insights.ts";
import type { Group } from "../../protocol/shapes.ts";
import type { InsightCount, InsightFilter } from "../../query/insight-engine.ts";
import { readableName } from "../species-label.tsx";
import type { Choice } from "./choice-list.tsx";
import { type FilterPart, withoutPart } from "./filter-address.ts";
import type { FilterCounts } from "./filter-counts.ts";
import { confidenceText, datesText } from "./filter-fields.tsx";
import { linkPartText } from "./link-chips.tsx";

const { filters, statusNames, sourceNames } = insightsMessages;

/** The parts of a filter that are lists of choices. */
export type ListPart = "classNames" | "deviceIds" | "groupIds" | "statuses" | "sources";

export interface ListOf {
  part: ListPart;
  label: string;
  choices: readonly Choice[];
}

export function listsOf(counts: FilterCounts | null, groups: readonly Group[]): Record<ListPart, ListOf> {
  return {
    classNames: {
      part: "classNames",
      label: filters.className,
      choices: (counts?.classNames ?? []).map(({ value, count }) => ({
        value,
        label: readableName(value),
        count,
      })),
    },
    deviceIds: {
      part: "deviceIds",
      label: filters.device,
      choices: (counts?.deviceIds ?? []).map(({ value, name, count }) => ({ value, label: name, count })),
    },
    groupIds: {
      part: "groupIds",
      label: filters.group,
      choices: groups.map(({ group_id, group_name }) => ({ value: group_id, label: group_name })),
    },
    statuses: {
      part: "statuses",
      label: filters.status,
      choices: INSIGHT_STATUSES.map((status) => ({
        value: status,
        label: statusNames[status],
        ...countOf(counts?.statuses, status),
      })),
    },
    sources: {
      part: "sources",
      label: filters.source,
      choices: COMMS_SOURCES.map((source) => ({
        value: source,
        label: sourceNames[source],
        ...countOf(counts?.sources, source),
      })),
    },
  };
}

function countOf(counts: readonly InsightCount[] | undefined, value: string): { count?: number } {
  const count = counts?.find((entry) => entry.value === value)?.count;
  return count === undefined ? {} : { count };
}

export function withList(filter: InsightFilter, part: ListPart, chosen: readonly string[]): InsightFilter {
  const next = { ...filter, [part]: chosen };
  // A filter for archived insights also shows them; without it only the switch hides them again.
  if (part === "statuses" && chosen.includes("archive")) next.showArchived = true;
  return chosen.length === 0 ? withoutPart(next, part) : next;
}

/** The first value of a part that is set, or the name of the part, and how many other values it has. */
export interface ChipWords {
  first: string;
  others: number;
}

export function chipText(...part: Parameters<typeof chipWords>): string {
  return textOfChip(chipWords(...part));
}

export function textOfChip({ first, others }: ChipWords): string {
  return others === 0 ? first : first + filters.others(others);
}

export function chipWords(
  part: FilterPart,
  filter: InsightFilter,
  lists: Record<ListPart, ListOf>,
  nowMs: number,
): ChipWords {
  const alone = (first: string) => ({ first, others: 0 });
  if (part === "dates") return alone(datesText(filter, nowMs));
  if (part === "confidence") return alone(confidenceText(filter));
  if (part === "hour" || part === "received" || part === "delay") return alone(linkPartText(part, filter));
  if (
    part === "packId" ||
    part === "deviceName" ||
    part === "text" ||
    part === "classText" ||
    part === "classList"
  )
    return alone(filter[part] ?? "");
  if (part === "columns") return alone(filters.more(filter.columns?.length ?? 0));
  const { label, choices } = lists[part];
  const [first, ...others] = filter[part] ?? [];
  if (first === undefined) return alone(label);
  const name = choices.find(({ value }) => value === first)?.label ?? first;
  // "Wifi" alone would not say what it is of.
  return { first: part === "sources" ? filters.partIs(label, name) : name, others: others.length };
}
