import type { AddressFilter } from "../../../parts/insight-filter/filter-address.ts";
import {
  ClassListField,
  ClassTextField,
  ConfidenceFields,
  DateFields,
} from "../../../parts/insight-filter/filter-fields.tsx";
import type { ListOf, ListPart } from "../../../parts/insight-filter/filter-lists.ts";
import { ListField } from "../../../parts/insight-filter/panel-fields.tsx";
import { ColumnFields } from "./column-fields.tsx";

/** A part of the filter with fields of its own. */
export type FieldPart = ListPart | "dates" | "confidence" | "columns";

interface PartFieldsProps {
  part: FieldPart;
  filter: AddressFilter;
  onChange(filter: AddressFilter): void;
  lists: Record<ListPart, ListOf>;
  /** The part of all insights that the counts cover; null where they cover all. */
  covers: string | null;
  nowMs: number;
}

/** The fields of one part. */
export function PartFields(props: PartFieldsProps) {
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
