import ListFilter from "lucide-react/icons/list-filter";
import { useEffect, useState } from "react";
import type { ColumnType } from "../../../domain/table/table-cell.ts";
import {
  type CellTest,
  endOfTomorrowMs,
  isFilterable,
  isReversed,
  lastDaysIn,
  PRESET_DAYS,
  testOfTyped,
} from "../../../domain/table/table-filter.ts";
import { utcDay } from "../../../domain/time.ts";
import { tableMessages } from "../../../messages/table.ts";
import { classNames } from "../../class-names.ts";
import { Button } from "../../controls/button.tsx";
import { FilterChip } from "../../controls/chip.tsx";
import { IconButton } from "../../controls/icon-button.tsx";
import { Popover } from "../../controls/popover.tsx";
import { CountedIcon } from "../../feedback/badge.tsx";
import scroll from "../../layout/scroll-shade.module.css";
import styles from "../table-filters.module.css";
import tools from "../table-tools.module.css";

const { filters: words } = tableMessages;

interface FilterColumn {
  id: string;
  type: ColumnType;
  label: string;
}

interface FiltersButtonProps {
  columns: readonly FilterColumn[];
  typed: Readonly<Record<string, string>>;
  onTyped(typed: Readonly<Record<string, string>>): void;
  countOf(columnId: string): Promise<number>;
  nowMs: number;
  /** On phones: the number of filters stands beside the icon, and the words are its name. */
  iconOnly?: boolean;
}

export function FiltersButton(props: FiltersButtonProps) {
  const { columns, typed, onTyped, countOf, nowMs, iconOnly = false } = props;
  const filterable = columns.filter(({ type }) => isFilterable(type));
  const active = Object.keys(typed).length;
  const change = (id: string, text: string) => {
    const { [id]: _, ...others } = typed;
    onTyped(text === "" ? others : { ...others, [id]: text });
  };
  return (
    <Popover
      label={words.heading}
      trigger={(attributes) =>
        iconOnly ? (
          <IconButton
            {...attributes}
            data-list-filters
            label={words.button(active)}
            icon={<CountedIcon icon={<ListFilter size={20} />} count={active} />}
          />
        ) : (
          <Button
            variant="plain"
            {...attributes}
            data-list-filters
            icon={<ListFilter size={16} aria-hidden="true" />}
          >
            {words.button(active)}
          </Button>
        )
      }
    >
      {() => (
        <div className={tools.panel}>
          <div className={classNames(styles.fields, scroll.shade)}>
            {filterable.map((column) => (
              <div key={column.id} className={styles.filter}>
                <FilterField
                  column={column}
                  text={typed[column.id] ?? ""}
                  onText={(text) => change(column.id, text)}
                  nowMs={nowMs}
                />
                {typed[column.id] !== undefined && (
                  <MatchCount key={typed[column.id]} columnId={column.id} countOf={countOf} />
                )}
              </div>
            ))}
          </div>
          <Button disabled={active === 0} onClick={() => onTyped({})}>
            {words.clear}
          </Button>
        </div>
      )}
    </Popover>
  );
}

interface FilterFieldProps {
  column: FilterColumn;
  text: string;
  onText(text: string): void;
  nowMs: number;
}

const LABELS: Readonly<Record<Exclude<CellTest["kind"], "date">, (column: string) => string>> = {
  string: words.contains,
  list: words.contains,
  number: words.equals,
  percent: words.percent,
};

function FilterField({ column, text, onText, nowMs }: FilterFieldProps) {
  const { type, label } = column;
  if (!isFilterable(type)) return null;
  if (type !== "date") {
    const figure = type === "number" || type === "percent";
    return (
      <Field label={LABELS[type](label)} type={figure ? "number" : "search"} value={text} onChange={onText} />
    );
  }
  const test = testOfTyped(type, text, nowMs);
  const range = test?.kind === "date" ? test : null;
  const followed = lastDaysIn(text);
  // A range that follows today is shown as dates and stored as a number of days.
  const [from = "", to = ""] =
    followed === null ? text.split("..") : [range?.fromMs, range?.toMs].map((atMs) => utcDay(atMs ?? nowMs));
  const reversed = isReversed(range?.fromMs, range?.toMs);
  const fault = reversed ? `fault-${column.id}` : undefined;
  const write = (first: string, last: string) =>
    onText(first === "" && last === "" ? "" : `${first}..${last}`);
  const tomorrow = utcDay(endOfTomorrowMs(nowMs));
  return (
    <fieldset className={styles.days}>
      <legend>{label}</legend>
      <div className={styles.presets}>
        {PRESET_DAYS.map((days) => (
          <FilterChip
            key={days}
            active={followed === days}
            aria-pressed={followed === days}
            onClick={() => onText(followed === days ? "" : `${days}d`)}
          >
            {words.lastDays(days)}
          </FilterChip>
        ))}
      </div>
      <div className={styles.pair}>
        <Field
          label={words.fromShort}
          name={words.from(label)}
          type="date"
          faultId={fault}
          value={from}
          onChange={(day) => write(day, to === "" && day !== "" ? tomorrow : to)}
        />
        <Field
          label={words.toShort}
          name={words.to(label)}
          type="date"
          faultId={fault}
          value={to === "" ? tomorrow : to}
          onChange={(day) => write(from, day)}
        />
      </div>
      {reversed && (
        <p id={fault} role="alert" className={styles.fault}>
          {words.reversed(label)}
        </p>
      )}
      <p className={styles.hint}>{words.utc}</p>
    </fieldset>
  );
}

interface FieldProps {
  label: string;
  /** With the column, where the label does not name it. */
  name?: string;
  type: "search" | "number" | "date";
  value: string;
  onChange(value: string): void;
  /** Id of its error message. */
  faultId?: string | undefined;
}

function Field({ label, name, type, value, onChange, faultId }: FieldProps) {
  return (
    <label className={styles.field}>
      {label}
      <input
        type={type}
        step="any"
        className={styles.input}
        aria-label={name}
        aria-invalid={faultId !== undefined || undefined}
        aria-describedby={faultId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function MatchCount({ columnId, countOf }: { columnId: string; countOf: FiltersButtonProps["countOf"] }) {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let wanted = true;
    countOf(columnId).then(
      (found) => {
        if (wanted) setCount(found);
      },
      // The field works without a count.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [columnId, countOf]);
  return (
    <p className={styles.hint} role="status">
      {count !== null && words.matches(count)}
    </p>
  );
}
