import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, useState } from "react";
import { insightListMessages } from "../../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { type AddressFilter, activeParts } from "../../../parts/insight-filter/filter-address.ts";
import styles from "../../../parts/insight-filter/filter-bar.module.css";
import type { FilterCounts } from "../../../parts/insight-filter/filter-counts.ts";
import {
  ClassListField,
  ClassTextField,
  DateFields,
  DatePresets,
} from "../../../parts/insight-filter/filter-fields.tsx";
import { chipText, listsOf, withList } from "../../../parts/insight-filter/filter-lists.ts";
import { FilterSheet } from "../../../parts/insight-filter/filter-sheet.tsx";
import { ListField } from "../../../parts/insight-filter/panel-fields.tsx";
import type { Group } from "../../../protocol/shapes.ts";
import { FilterChip } from "../../../ui/controls/chip.tsx";
import { type FieldPart, PartFields } from "./part-fields.tsx";

const { filters } = insightsMessages;
/** Classes shown at first; the sheet stays within two screens. */
const FEW_CLASSES = 5;

interface PhoneFiltersProps {
  filter: AddressFilter;
  onChange(filter: AddressFilter): void;
  counts: FilterCounts | null;
  /** The part of all insights that the counts cover; null where they cover all. */
  covers: string | null;
  groups: readonly Group[];
  nowMs: number;
  /** At the end of the sheet. */
  switches: ReactNode;
  /** How many rows the filter leaves; null while that is being counted. */
  matched: number | null;
}

/** The filters on a phone: one button, and a sheet that begins with what is asked for most. */
export function PhoneFilters(props: PhoneFiltersProps) {
  const { filter, onChange, matched } = props;
  const [open, setOpen] = useState(false);
  return (
    <FilterSheet
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      count={activeParts(filter).length}
      onClear={() => onChange({ showArchived: filter.showArchived })}
      done={matched === null ? filters.done : filters.show(matched)}
      iconOnly
    >
      <SheetFields {...props} />
    </FilterSheet>
  );
}

function SheetFields(props: PhoneFiltersProps) {
  const { filter, onChange, covers, nowMs, groups } = props;
  const lists = listsOf(props.counts, groups);
  const fields = { filter, onChange, lists, covers, nowMs };
  const rest: readonly FieldPart[] = [
    "deviceIds",
    ...(groups.length > 0 ? (["groupIds"] as const) : []),
    "confidence",
    "sources",
  ];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen */}
      <div className={styles.quick} role="group" aria-label={insightListMessages.quick.heading}>
        <NotReviewed filter={filter} onChange={onChange} />
        <DatePresets filter={filter} onChange={onChange} nowMs={nowMs} />
      </div>
      <PartFields {...fields} part="statuses" />
      <DateFields filter={filter} onChange={onChange} nowMs={nowMs} presets={false} />
      <ListField
        list={lists.classNames}
        filter={filter}
        onChange={onChange}
        covers={covers}
        few={FEW_CLASSES}
      />
      <div>
        {rest.map((part) => (
          <More key={part} words={chipText(part, filter, lists, nowMs)}>
            {() => <PartFields {...fields} part={part} />}
          </More>
        ))}
        <More words={filters.moreColumns}>
          {() => (
            <>
              <ClassTextField filter={filter} onChange={onChange} />
              <ClassListField filter={filter} onChange={onChange} />
              <PartFields {...fields} part="columns" />
            </>
          )}
        </More>
      </div>
      <div className={styles.switches}>{props.switches}</div>
    </>
  );
}

/** Insights without a status, by one press. */
function NotReviewed({ filter, onChange }: Pick<PhoneFiltersProps, "filter" | "onChange">) {
  const active = filter.statuses?.length === 1 && filter.statuses[0] === "none";
  return (
    <FilterChip
      active={active}
      aria-pressed={active}
      onClick={() => onChange(withList(filter, "statuses", active ? [] : ["none"]))}
    >
      {insightListMessages.quick.notReviewed}
    </FilterChip>
  );
}

/** A part whose fields are drawn once they are asked for. */
function More({ words, children }: { words: string; children(): ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={styles.more}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>{words}</span>
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      {open && children()}
    </details>
  );
}

/** The set parts of the filter in words, in the order of the address; empty where none is set. */
export function filterWords(
  filter: AddressFilter,
  counts: FilterCounts | null,
  groups: readonly Group[],
  nowMs: number,
): string {
  const lists = listsOf(counts, groups);
  return activeParts(filter)
    .map((part) => chipText(part, filter, lists, nowMs))
    .join(" · ");
}
