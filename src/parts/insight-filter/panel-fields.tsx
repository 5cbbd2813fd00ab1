import type { Group } from "../../protocol/shapes.ts";
import { ChoiceList } from "./choice-list.tsx";
import type { AddressFilter } from "./filter-address.ts";
import styles from "./filter-bar.module.css";
import type { FilterCounts } from "./filter-counts.ts";
import { DateFields } from "./filter-fields.tsx";
import { type ListOf, listsOf, withList } from "./filter-lists.ts";

/** The parts of the filter on screens that show insights as a whole, in the order of the fields. */
export const PANEL_PARTS = ["dates", "deviceIds", "groupIds", "classNames", "statuses", "sources"] as const;
export type PanelPart = (typeof PANEL_PARTS)[number];

export interface PanelFieldProps {
  filter: AddressFilter;
  onChange(filter: AddressFilter): void;
  counts: FilterCounts | null;
  /** The part of all insights that the counts cover; null where they cover all. */
  covers: string | null;
  groups: readonly Group[];
  nowMs: number;
}

/** The field of one part of the filter. */
export function PanelField({ part, ...props }: PanelFieldProps & { part: PanelPart }) {
  const { filter, onChange, counts, covers, groups, nowMs } = props;
  if (part === "dates") return <DateFields filter={filter} onChange={onChange} nowMs={nowMs} />;
  return (
    <ListField list={listsOf(counts, groups)[part]} filter={filter} onChange={onChange} covers={covers} />
  );
}

/** The field of a part that is a list of choices. */
export function ListField(
  props: Pick<PanelFieldProps, "filter" | "onChange" | "covers"> & {
    list: ListOf;
    /** So many choices are shown until somebody asks for all. */
    few?: number | undefined;
  },
) {
  const { filter, onChange, covers, few } = props;
  const { part, label, choices } = props.list;
  return (
    <ChoiceList
      label={label}
      choices={choices}
      chosen={filter[part] ?? []}
      onChange={(chosen) => onChange(withList(filter, part, chosen))}
      hint={choices.some(({ count }) => count !== undefined) ? covers : null}
      few={few}
    />
  );
}

/** The fields of several parts, one below the other; without groups there is none for them. */
export function PanelFields({ parts, ...props }: PanelFieldProps & { parts: readonly PanelPart[] }) {
  return parts
    .filter((part) => part !== "groupIds" || props.groups.length > 0)
    .map((part) => (
      <div key={part} className={styles.section}>
        <PanelField part={part} {...props} />
      </div>
    ));
}
