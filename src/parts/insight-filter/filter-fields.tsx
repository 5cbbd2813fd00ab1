import { useId, useState } from "react";
import { toWholePercent } from "../../domain/insight/insight.ts";
import {
  endOfTomorrowMs,
  isReversed,
  lastDaysRange,
  PRESET_DAYS,
  yesterdayRange,
} from "../../domain/table/table-filter.ts";
import { shortUtcDay, utcDay, utcDayRange } from "../../domain/time.ts";
import { insightsMessages } from "../../messages/insights/insights.ts";
import type { InsightFilter } from "../../query/insight-engine.ts";
import { FilterChip } from "../../ui/controls/chip.tsx";
import { type AddressFilter, type TextPart, withoutPart, withText } from "./filter-address.ts";
import styles from "./filter-bar.module.css";
import { useTypedText } from "./use-typed-text.ts";

const { filters } = insightsMessages;

interface FieldProps {
  filter: AddressFilter;
  onChange(filter: AddressFilter): void;
}

/** From and to, whole days in UTC; "to" is tomorrow unless somebody says otherwise. */
export function DateFields({
  filter,
  onChange,
  nowMs,
  presets = true,
}: FieldProps & {
  nowMs: number;
  /** Whether the ranges of one press stand above the days. */
  presets?: boolean;
}) {
  const tomorrowMs = endOfTomorrowMs(nowMs);
  const faultId = useId();
  const reversed = isReversed(filter.fromMs, filter.toMs);
  const setDay = (key: "fromMs" | "toMs", day: string) => {
    const range = utcDayRange(day);
    const { lastDays: _, ...next } = filter;
    if (range === null) delete next[key];
    else next[key] = key === "fromMs" ? range.firstMs : range.lastMs;
    if (key === "fromMs" && range !== null && next.toMs === undefined) next.toMs = tomorrowMs;
    onChange(next);
  };
  return (
    <fieldset className={styles.choices} tabIndex={-1}>
      <legend className={styles.legend}>{filters.dates}</legend>
      {presets && (
        <div className={styles.presets}>
          <DatePresets filter={filter} onChange={onChange} nowMs={nowMs} />
        </div>
      )}
      <div className={styles.pair}>
        <DayField
          label={filters.from}
          value={filter.fromMs === undefined ? "" : utcDay(filter.fromMs)}
          onChange={(day) => setDay("fromMs", day)}
          faultId={reversed ? faultId : undefined}
        />
        <DayField
          label={filters.to}
          value={utcDay(filter.toMs ?? tomorrowMs)}
          onChange={(day) => setDay("toMs", day)}
          faultId={reversed ? faultId : undefined}
        />
      </div>
      {reversed && <Fault id={faultId}>{filters.reversed.dates}</Fault>}
      <p className={styles.hint}>{filters.datesUtc}</p>
    </fieldset>
  );
}

/** Ranges of days by one press; a second press clears the dates. */
export function DatePresets({ filter, onChange, nowMs }: FieldProps & { nowMs: number }) {
  const yesterday = yesterdayRange(nowMs);
  const isYesterday =
    filter.lastDays === undefined && filter.fromMs === yesterday.fromMs && filter.toMs === yesterday.toMs;
  const preset = (words: string, active: boolean, range: Partial<AddressFilter>) => (
    <FilterChip
      key={words}
      active={active}
      aria-pressed={active}
      onClick={() => {
        const { lastDays: _, ...others } = filter;
        onChange(active ? withoutPart(filter, "dates") : { ...others, ...range });
      }}
    >
      {words}
    </FilterChip>
  );
  const [today, ...longer] = PRESET_DAYS.map((days) =>
    preset(filters.lastDays(days), filter.lastDays === days, {
      lastDays: days,
      ...lastDaysRange(days, nowMs),
    }),
  );
  return (
    <>
      {today}
      {preset(filters.yesterday, isYesterday, yesterday)}
      {longer}
    </>
  );
}

/** Why nothing can match, at the fields concerned; screen readers read it at once. */
function Fault({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className={styles.fault}>
      {children}
    </p>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange(day: string): void;
  /** Id of its error message. */
  faultId: string | undefined;
}

/** A year that is being typed is one of the first thousand before its last digit: it counts from then on. */
const UNFINISHED_YEAR = /^0/;

function DayField({ label, value, onChange, faultId }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label className={styles.field}>
      {label}
      <input
        type="date"
        className={styles.input}
        aria-invalid={faultId !== undefined || undefined}
        aria-describedby={faultId}
        value={typed ?? value}
        onChange={({ target }) => {
          const unfinished = UNFINISHED_YEAR.test(target.value);
          setTyped(unfinished ? target.value : null);
          if (!unfinished) onChange(target.value);
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

/** From and to, in the whole percents that are shown; what has none is left out as soon as one is set. */
export function ConfidenceFields({ filter, onChange }: FieldProps) {
  const faultId = useId();
  const reversed = isReversed(filter.minConfidence, filter.maxConfidence);
  const bound = (key: "minConfidence" | "maxConfidence", label: string) => (
    <PercentField
      label={label}
      fraction={filter[key]}
      faultId={reversed ? faultId : undefined}
      onFraction={(fraction) => {
        const { [key]: _, ...rest } = filter;
        onChange(fraction === null ? rest : { ...rest, [key]: fraction });
      }}
    />
  );
  return (
    <fieldset className={styles.choices} tabIndex={-1}>
      <legend className={styles.legend}>{filters.confidence}</legend>
      <div className={styles.pair}>
        {bound("minConfidence", filters.fromPercent)}
        {bound("maxConfidence", filters.toPercent)}
      </div>
      {reversed && <Fault id={faultId}>{filters.reversed.confidence}</Fault>}
      <p className={styles.hint}>{filters.exactPercent}</p>
    </fieldset>
  );
}

interface PercentFieldProps {
  label: string;
  /** 0–1; undefined where nothing is asked for. */
  fraction: number | undefined;
  onFraction(fraction: number | null): void;
  faultId: string | undefined;
}

function PercentField({ label, fraction, onFraction, faultId }: PercentFieldProps) {
  const { value, onType, onBlur } = useTypedText(
    fraction === undefined ? "" : String(toWholePercent(fraction)),
    (text) => {
      const percent = Math.round(Number(text));
      onFraction(text.trim() === "" || !(percent >= 0) ? null : Math.min(100, percent) / 100);
    },
  );
  return (
    <label className={styles.field}>
      {label}
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={100}
        className={styles.input}
        aria-invalid={faultId !== undefined || undefined}
        aria-describedby={faultId}
        value={value}
        onChange={(event) => onType(event.target.value)}
        onBlur={onBlur}
      />
    </label>
  );
}

/** A part of the name of the class, above the exact choice. */
export function ClassTextField(props: FieldProps) {
  return (
    <div className={styles.above}>
      <ContainsField {...props} part="classText" label={filters.classContains} hint={filters.classTextHint} />
    </div>
  );
}

/** A class that the model named too, whether it is the insight's own or not. */
export function ClassListField(props: FieldProps) {
  return (
    <div className={styles.apart}>
      <ContainsField
        {...props}
        part="classList"
        label={filters.classListContains}
        hint={filters.classListHint}
      />
    </div>
  );
}

interface ContainsFieldProps extends FieldProps {
  part: TextPart;
  label: string;
  hint: string;
}

function ContainsField({ filter, onChange, part, label, hint }: ContainsFieldProps) {
  const { value, onType, onBlur } = useTypedText(filter[part] ?? "", (text) =>
    onChange(withText(filter, part, text)),
  );
  return (
    <>
      <label className={styles.field}>
        {label}
        <input
          // Not a search field: Escape closes the panel and must not empty it.
          type="text"
          className={styles.input}
          value={value}
          onChange={(event) => onType(event.target.value)}
          onBlur={onBlur}
        />
      </label>
      <p className={styles.hint}>{hint}</p>
    </>
  );
}

/** The chip's text for a range of confidence. */
export function confidenceText({ minConfidence, maxConfidence }: InsightFilter): string {
  const least = minConfidence === undefined ? null : toWholePercent(minConfidence);
  const most = maxConfidence === undefined ? null : toWholePercent(maxConfidence);
  if (least !== null && most !== null) {
    return least === most ? filters.confidenceExactly(least) : filters.confidenceBetween(least, most);
  }
  if (least !== null) return filters.confidenceAtLeast(least);
  return most === null ? filters.confidence : filters.confidenceAtMost(most);
}

/** The chip's text for a range of days. */
export function datesText(filter: AddressFilter, nowMs: number): string {
  const { lastDays, fromMs, toMs } = filter;
  if (lastDays !== undefined) return filters.lastDays(lastDays);
  if (fromMs !== undefined && toMs !== undefined) {
    return filters.between(dayText(fromMs, nowMs), dayText(toMs, nowMs));
  }
  if (fromMs !== undefined) return filters.since(dayText(fromMs, nowMs));
  return toMs === undefined ? filters.dates : filters.until(dayText(toMs, nowMs));
}

/** A day of this year without its year. */
function dayText(atMs: number, nowMs: number): string {
  const year = new Date(atMs).getUTCFullYear();
  return year === new Date(nowMs).getUTCFullYear() ? shortUtcDay(atMs) : `${shortUtcDay(atMs)} ${year}`;
}
