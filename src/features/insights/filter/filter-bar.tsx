import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { activeParts, type FilterPart, withoutPart } from "../../../parts/insight-filter/filter-address.ts";
import styles from "../../../parts/insight-filter/filter-bar.module.css";
import type { FilterCounts } from "../../../parts/insight-filter/filter-counts.ts";
import {
  ClassListField,
  ClassTextField,
  ConfidenceFields,
  DateFields,
} from "../../../parts/insight-filter/filter-fields.tsx";
import { chipText, type ListOf, type ListPart, listsOf } from "../../../parts/insight-filter/filter-lists.ts";
import { FilterSheet } from "../../../parts/insight-filter/filter-sheet.tsx";
import { LinkChips } from "../../../parts/insight-filter/link-chips.tsx";
import { ListField } from "../../../parts/insight-filter/panel-fields.tsx";
import { PartChip } from "../../../parts/insight-filter/part-chip.tsx";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightFilter } from "../../../query/insight-engine.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { FilterChip } from "../../../ui/controls/chip.tsx";
import { TopBarSlot } from "../../../ui/layout/top-bar-slot.tsx";
import { OfflineSetChip } from "../list/offline-set-notice.tsx";
import { ColumnFields } from "./column-fields.tsx";
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
  /** The switches at the top of the sheet; on a desk they are in the page's head. */
  switches: ReactNode;
  /** How many rows the filter leaves; null while that is being counted. */
  matched: number | null;
  /** On a phone the parts open one sheet instead of a panel each. */
  narrow: boolean;
  searchRef: Ref<HTMLInputElement>;
}

/** A part that has a chip of its own even while it asks for nothing. */
type ChipPart = ListPart | "dates" | "confidence" | "columns";
type Lists = Record<ListPart, ListOf>;

/** The filters: on a desk a panel for each part, on a phone one sheet with all of them. */
export function FilterBar(props: FilterBarProps) {
  const { filter, onChange, narrow } = props;
  const lists = listsOf(props.counts, props.groups);
  const order: readonly ChipPart[] = [
    "classNames",
    "deviceIds",
    ...(props.groups.length > 0 ? (["groupIds"] as const) : []),
    "statuses",
    "dates",
    "confidence",
    "sources",
    "columns",
  ];
  const search = (
    <SearchField wide={!narrow} filter={filter} onChange={onChange} inputRef={props.searchRef} />
  );
  const parts = activeParts(filter);
  const clearAll = () => onChange({ showArchived: filter.showArchived });
  const bar = { ...props, lists, order, parts, onClearAll: clearAll };
  return (
    <div className={styles.bar}>
      {narrow ? (
        <SheetBar {...bar} search={search} />
      ) : (
        <>
          <TopBarSlot>{search}</TopBarSlot>
          {order.map((part) => (
            <PanelChip key={part} {...bar} part={part} />
          ))}
          <OwnChips filter={filter} onChange={onChange} />
          {parts.length > 0 && (
            <Button variant="plain" onClick={clearAll}>
              {filters.clear}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

interface BarProps extends FilterBarProps {
  lists: Lists;
  /** The parts in the order of their chips. */
  order: readonly ChipPart[];
  /** The parts that are set. */
  parts: readonly FilterPart[];
  onClearAll(): void;
}

/** On a phone each chip opens the one sheet, at its part. */
function SheetBar(props: BarProps & { search: ReactNode }) {
  const { filter, onChange, lists, order, parts, nowMs } = props;
  const [sheet, setSheet] = useState<FilterPart | "all" | null>(null);
  const sheetBody = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sheet === null) return;
    const section = sheetBody.current?.querySelector<HTMLElement>(`[data-part="${sheet}"]`);
    section?.scrollIntoView?.({ block: "start" });
    // The list itself and not its first field, which would bring up the keyboard.
    section?.querySelector<HTMLElement>("fieldset")?.focus({ preventScroll: true });
  }, [sheet]);
  return (
    <>
      <FilterSheet
        open={sheet !== null}
        onOpen={() => setSheet("all")}
        onClose={() => setSheet(null)}
        count={parts.length}
        onClear={props.onClearAll}
        done={props.matched === null ? filters.done : filters.show(props.matched)}
        switches={props.switches}
        bodyRef={sheetBody}
      >
        {order.map((part) => (
          <div key={part} className={styles.section} data-part={part}>
            <PartFields {...props} part={part} />
          </div>
        ))}
      </FilterSheet>
      {props.search}
      <OwnChips filter={filter} onChange={onChange} />
      {order.map((part) => (
        <FilterChip
          key={part}
          active={parts.includes(part)}
          end="arrow"
          aria-haspopup="dialog"
          onClick={() => setSheet(part)}
        >
          {chipText(part, filter, lists, nowMs)}
        </FilterChip>
      ))}
    </>
  );
}

/** One part with its panel, and a cross to clear it while it is set. */
function PanelChip(props: BarProps & { part: ChipPart }) {
  const { part, filter, onChange, lists, nowMs } = props;
  const active = props.parts.includes(part);
  const text = chipText(part, filter, lists, nowMs);
  return (
    <PartChip part={part} text={text} active={active} onClear={() => onChange(withoutPart(filter, part))}>
      {() => <PartFields {...props} />}
    </PartChip>
  );
}

/** The fields of one part. */
function PartFields(props: BarProps & { part: ChipPart }) {
  const { part, filter, onChange } = props;
  if (part === "dates") return <DateFields filter={filter} onChange={onChange} nowMs={props.nowMs} />;
  if (part === "columns") return <ColumnFields filter={filter} onChange={onChange} nowMs={props.nowMs} />;
  if (part === "confidence") return <ConfidenceFields filter={filter} onChange={onChange} />;
  return (
    <>
      {part === "classNames" && <ClassTextField filter={filter} onChange={onChange} />}
      <ListField list={props.lists[part]} filter={filter} onChange={onChange} covers={props.covers} />
      {part === "classNames" && <ClassListField filter={filter} onChange={onChange} />}
    </>
  );
}

/** Parts without fields of their own have a chip only while they are set. */
function OwnChips({ filter, onChange }: Pick<FilterBarProps, "filter" | "onChange">) {
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
