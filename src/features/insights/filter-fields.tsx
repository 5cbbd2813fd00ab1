import { shortUtcDay, utcDay, utcDayRange } from "../../domain/insight-text.ts";
import { endOfTomorrowMs } from "../../domain/table-filter.ts";
import { insightsMessages } from "../../messages/insights.ts";
import type { InsightFilter } from "../../query/insight-view.ts";
import { FilterChip } from "../../ui/chip.tsx";
import styles from "./filter-bar.module.css";

const { filters } = insightsMessages;
const DAY_MS = 86_400_000;
const PRESET_DAYS = [1, 7, 30] as const;

interface FieldProps {
  filter: InsightFilter;
  onChange(filter: InsightFilter): void;
}

/** From and to, whole days in UTC; "to" is tomorrow unless somebody says otherwise. */
export function DateFields({ filter, onChange, nowMs }: FieldProps & { nowMs: number }) {
  const tomorrowMs = endOfTomorrowMs(nowMs);
  const setDay = (key: "fromMs" | "toMs", day: string) => {
    const range = utcDayRange(day);
    const next = { ...filter };
    if (range === null) delete next[key];
    else next[key] = key === "fromMs" ? range.firstMs : range.lastMs;
    if (key === "fromMs" && range !== null && next.toMs === undefined) next.toMs = tomorrowMs;
    onChange(next);
  };
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{filters.dates}</legend>
      <div className={styles.presets}>
        {PRESET_DAYS.map((days) => (
          <FilterChip
            key={days}
            onClick={() =>
              onChange({ ...filter, fromMs: startOfDay(nowMs - (days - 1) * DAY_MS), toMs: tomorrowMs })
            }
          >
            {filters.lastDays(days)}
          </FilterChip>
        ))}
      </div>
      <div className={styles.pair}>
        <DayField
          label={filters.from}
          value={filter.fromMs === undefined ? "" : utcDay(filter.fromMs)}
          onChange={(day) => setDay("fromMs", day)}
        />
        <DayField
          label={filters.to}
          value={utcDay(filter.toMs ?? tomorrowMs)}
          onChange={(day) => setDay("toMs", day)}
        />
      </div>
      <p className={styles.hint}>{filters.datesUtc}</p>
    </fieldset>
  );
}

function DayField({ label, value, onChange }: { label: string; value: string; onChange(day: string): void }) {
  return (
    <label className={styles.field}>
      {label}
      <input
        type="date"
        className={styles.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

/** The least confidence, in whole percent; what has none is left out as soon as one is set. */
export function ConfidenceField({ filter, onChange }: FieldProps) {
  const percent = filter.minConfidence === undefined ? "" : String(Math.round(filter.minConfidence * 100));
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{filters.confidence}</legend>
      <label className={styles.field}>
        {filters.minConfidence}
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          step={5}
          className={styles.input}
          value={percent}
          onChange={(event) => {
            const value = event.target.valueAsNumber;
            const next = { ...filter };
            if (!(value > 0)) delete next.minConfidence;
            else next.minConfidence = Math.min(100, Math.round(value)) / 100;
            onChange(next);
          }}
        />
      </label>
    </fieldset>
  );
}

/** What a range of days is called on its chip. */
export function datesText(filter: InsightFilter, nowMs: number): string {
  const { fromMs, toMs } = filter;
  if (fromMs !== undefined && toMs !== undefined) {
    const days = PRESET_DAYS.find((count) => startOfDay(nowMs - (count - 1) * DAY_MS) === fromMs);
    const upToNow = toMs > nowMs && toMs < nowMs + 3 * DAY_MS;
    return days !== undefined && upToNow
      ? filters.lastDays(days)
      : filters.between(dayText(fromMs, nowMs), dayText(toMs, nowMs));
  }
  if (fromMs !== undefined) return filters.since(dayText(fromMs, nowMs));
  return toMs === undefined ? filters.dates : filters.until(dayText(toMs, nowMs));
}

function startOfDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}

/** A day of this year without its year. */
function dayText(atMs: number, nowMs: number): string {
  const year = new Date(atMs).getUTCFullYear();
  return year === new Date(nowMs).getUTCFullYear() ? shortUtcDay(atMs) : `${shortUtcDay(atMs)} ${year}`;
}
