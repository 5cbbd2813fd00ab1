import { insightsMessages } from "../../../messages/insights/insights.ts";
import { tableMessages } from "../../../messages/table.ts";
import { type AddressFilter, typedOf, withTyped } from "../../../parts/insight-filter/filter-address.ts";
import styles from "../../../parts/insight-filter/filter-bar.module.css";
import { useTypedText } from "../../../parts/insight-filter/use-typed-text.ts";
import { FILTERED_COLUMNS, type FilteredColumn } from "../../../query/column-filters.ts";

const { columns: labels, filters } = insightsMessages;
const HINTS = { collection: filters.onlyCollections, insight: filters.onlySingle } as const;

interface ColumnFieldsProps {
  filter: AddressFilter;
  onChange(filter: AddressFilter): void;
  nowMs: number;
}

/** The filters of columns that have no part of the bar of their own. */
export function ColumnFields({ filter, onChange, nowMs }: ColumnFieldsProps) {
  const typed = typedOf(filter);
  return (
    <fieldset className={styles.choices} tabIndex={-1}>
      <legend className={styles.legend}>{filters.moreColumns}</legend>
      {FILTERED_COLUMNS.map((column) => (
        <ColumnField
          key={column.id}
          column={column}
          text={typed[column.id] ?? ""}
          onText={(text) => onChange(withTyped(filter, column.id, text, nowMs))}
        />
      ))}
    </fieldset>
  );
}

interface ColumnFieldProps {
  column: FilteredColumn;
  text: string;
  onText(text: string): void;
}

function ColumnField({ column: { id, type, rowKind }, text, onText }: ColumnFieldProps) {
  const { value, onType, onBlur } = useTypedText(text, onText);
  const label = labels[id];
  const hintId = rowKind === undefined ? undefined : `only-${id}`;
  return (
    <div>
      <label className={styles.field}>
        {type === "number" ? tableMessages.filters.equals(label) : tableMessages.filters.contains(label)}
        <input
          type={type === "number" ? "number" : "text"}
          className={styles.input}
          aria-describedby={hintId}
          value={value}
          onChange={(event) => onType(event.target.value)}
          onBlur={onBlur}
        />
      </label>
      {rowKind !== undefined && (
        <p id={hintId} className={styles.hint}>
          {HINTS[rowKind]}
        </p>
      )}
    </div>
  );
}
