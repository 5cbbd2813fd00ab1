import type { InsightLink, Label } from "../picture.ts";
import { defineWidget } from "../widget.ts";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** By the time received, not the camera's: when links deliver. */
export const receivedHourByDay = defineWidget({
  id: "receivedHourByDay",
  onByDefault: true,
  width: 6,
  needs: ["total", "receivedHours"],
  picture({ total, receivedHours }) {
    if (total === 0) return { kind: "noData" };
    const linkOf = (weekday: number, hour: number): InsightLink => ({
      receivedWeekday: weekday,
      receivedHour: hour,
    });
    const rows: Label[] = WEEKDAYS.map((weekday) => ({ kind: "weekday", weekday }));
    return {
      kind: "grid",
      rows,
      columns: HOURS.map((hour) => ({ kind: "hour", hour })),
      values: receivedHours,
      links: WEEKDAYS.map((weekday) => HOURS.map((hour) => linkOf(weekday, hour))),
      table: {
        columns: ["weekday", "hour", "insights"],
        rows: WEEKDAYS.flatMap((weekday) =>
          HOURS.map((hour) => ({
            cells: [
              { kind: "weekday", weekday } as const,
              { kind: "hour", hour } as const,
              receivedHours[weekday - 1]?.[hour] ?? 0,
            ],
            link: linkOf(weekday, hour),
          })),
        ).filter(({ cells }) => cells[2] !== 0),
      },
    };
  },
});
