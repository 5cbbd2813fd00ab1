import type { Ref } from "react";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { activeParts, type FilterPart, withoutPart } from "../../../parts/insight-filter/filter-address.ts";
import styles from "../../../parts/insight-filter/filter-bar.module.css";
import type { FilterCounts } from "../../../parts/insight-filter/filter-counts.ts";
import {
  chipWords,
  type ListOf,
  type ListPart,
  listsOf,
} from "../../../parts/insight-filter/filter-lists.ts";
import { LinkChips } from "../../../parts/insight-filter/link-chips.tsx";
import { PartChip } from "../../../parts/insight-filter/part-chip.tsx";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightFilter } from "../../../query/insight-engine.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { FilterChip } from "../../../ui/controls/chip.tsx";
import { TopBarSlot } from "../../../ui/layout/top-bar-slot.tsx";
import { OfflineSetChip } from "../list/offline-set-notice.tsx";
import { type FieldPart, PartFields } from "./part-fields.tsx";
import { SearchField } from "./search-field.tsx";

const { filters } = insightsMessages;

export interface FilterBarProps {
  filter: InsightFilter;
  onChange(filter: InsightFilter): void;
  counts: FilterCounts | null;
  /** The part of all insights that the counts cover; null where they cover all. */
  covers: string | null;
  groups: readonly Group[];
  nowMs: number;
  searchRef: Ref<HTMLInputElement>;
}

/** On a desk a panel for each part of the filter; the search stands in the top bar. */
export function FilterBar(props: FilterBarProps) {
  const { filter, onChange } = props;
  const lists = listsOf(props.counts, props.groups);
  const order: readonly FieldPart[] = [
    "classNames",
    "deviceIds",
    ...(props.groups.length > 0 ? (["groupIds"] as const) : []),
    "statuses",
    "dates",
    "confidence",
    "sources",
    "columns",
  ];
  const parts = activeParts(filter);
  return (
    <div className={styles.bar}>
      <TopBarSlot>
        <SearchField place="top" filter={filter} onChange={onChange} inputRef={props.searchRef} />
      </TopBarSlot>
      {order.map((part) => (
        <PanelChip key={part} {...{ ...props, lists, parts, part }} />
      ))}
      <OwnChips filter={filter} onChange={onChange} />
      {parts.length > 0 && (
        <Button variant="plain" onClick={() => onChange({ showArchived: filter.showArchived })}>
          {filters.clear}
        </Button>
      )}
    </div>
  );
}

interface PanelChipProps extends FilterBarProps {
  lists: Record<ListPart, ListOf>;
  /** The parts that are set. */
  parts: readonly FilterPart[];
  part: FieldPart;
}

/** One part with its panel, and a cross to clear it while it is set. */
function PanelChip(props: PanelChipProps) {
  const { part, filter, onChange, lists, nowMs } = props;
  const active = props.parts.includes(part);
  const words = chipWords(part, filter, lists, nowMs);
  return (
    <PartChip part={part} words={words} active={active} onClear={() => onChange(withoutPart(filter, part))}>
      {() => <PartFields {...props} />}
    </PartChip>
  );
}

/** Parts without fields of their own have a chip only while they are set. */
export function OwnChips({ filter, onChange }: Pick<FilterBarProps, "filter" | "onChange">) {
  const clear = (part: FilterPart) => onChange(withoutPart(filter, part));
  return (
    <>
      {filter.packId && <OfflineSetChip packId={filter.packId} onClear={() => clear("packId")} />}
      {filter.deviceName && (
        <FilterChip active end="cross" onClick={() => clear("deviceName")}>
          {filters.deviceNameIs(filter.deviceName)}
        </FilterChip>
      )}
      {filter.classText && (
        <FilterChip active end="cross" onClick={() => clear("classText")}>
          {filters.partIs(filters.classContains, filter.classText)}
        </FilterChip>
      )}
      {filter.classList && (
        <FilterChip active end="cross" onClick={() => clear("classList")}>
          {filters.partIs(filters.classList, filter.classList)}
        </FilterChip>
      )}
      <LinkChips filter={filter} onChange={onChange} />
    </>
  );
}
