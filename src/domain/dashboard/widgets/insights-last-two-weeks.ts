import { DAY_MS, startOfLastDaysMs } from "../../time.ts";
import { LAST_DAYS } from "../counts.ts";
import { areTooManyClasses } from "../limits.ts";
import type { Series, WidgetTable } from "../picture.ts";
import { defineWidget } from "../widget.ts";

/** More colours in one stack are not told apart; the table names each class. */
const STACKED_CLASSES = 5;

export const insightsLastTwoWeeks = defineWidget({
  id: "insightsLastTwoWeeks",
  onByDefault: true,
  width: 8,
  needs: ["lastDays"],
  picture({ lastDays }, { nowMs, narrow }) {
    if (lastDays.length === 0) return { kind: "noData" };
    const firstMs = startOfLastDaysMs(LAST_DAYS, nowMs);
    const days = Array.from({ length: LAST_DAYS }, (_, at) => firstMs + at * DAY_MS);
    const ofDay = (dayMs: number) => ({ fromMs: dayMs, toMs: dayMs + DAY_MS - 1 });
    const table: WidgetTable = {
      columns: ["day", "class", "insights"],
      rows: days.flatMap((dayMs, at) =>
        lastDays
          .filter(({ perDay }) => (perDay[at] ?? 0) > 0)
          .map(({ className, perDay }) => ({
            cells: [{ kind: "day", dayMs } as const, { kind: "class", className } as const, perDay[at] ?? 0],
            link: { className, ...ofDay(dayMs) },
          })),
      ),
    };
    if (areTooManyClasses(lastDays.length, narrow)) return { kind: "tooMany", of: "classes", table };
    const named = lastDays.slice(
      0,
      lastDays.length <= STACKED_CLASSES + 1 ? lastDays.length : STACKED_CLASSES,
    );
    const others = lastDays.slice(named.length);
    const series: Series[] = named.map(({ className, perDay }) => ({
      label: { kind: "class", className },
      values: perDay,
      links: days.map((dayMs) => ({ className, ...ofDay(dayMs) })),
    }));
    if (others.length > 0) {
      series.push({
        label: { kind: "otherClasses", count: others.length },
        values: days.map((_, at) => others.reduce((sum, { perDay }) => sum + (perDay[at] ?? 0), 0)),
        links: days.map((dayMs) => ({
          classNames: others.map(({ className }) => className),
          ...ofDay(dayMs),
        })),
      });
    }
    return {
      kind: "bars",
      across: false,
      stacked: true,
      categories: days.map((dayMs) => ({ kind: "day", dayMs })),
      series,
      table,
    };
  },
});
