import type { Label } from "../picture.ts";
import { sunCourse } from "../sun-course.ts";
import { defineWidget } from "../widget.ts";

/** Insights by hour of the shown time, with the sun's elevation over the middle of the places. */
export const dailyActivity = defineWidget({
  id: "dailyActivity",
  onByDefault: true,
  width: 6,
  needs: ["total", "hours", "places", "span"],
  picture({ total, hours, places, span }) {
    if (total === 0) return { kind: "noData" };
    const categories: Label[] = hours.map((_, hour) => ({ kind: "hour", hour }));
    const links = hours.map((_, hour) => ({ hour }));
    const sun = sunCourse(places, span);
    const elevation = (hour: number) =>
      sun === null ? null : ({ kind: "figure", value: sun.elevations[hour] ?? 0, digits: 1 } as const);
    return {
      kind: "bars",
      across: false,
      stacked: false,
      categories,
      series: [
        { label: { kind: "series", name: "insights" }, values: hours, links },
        ...(sun === null
          ? []
          : [{ label: { kind: "series", name: "sun" } as const, values: sun.elevations, line: true }]),
      ],
      table: {
        columns: sun === null ? ["hour", "insights"] : ["hour", "insights", "sun"],
        rows: hours.map((count, hour) => ({
          cells: [categories[hour] ?? null, count, ...(sun === null ? [] : [elevation(hour)])],
          link: { hour },
        })),
      },
      notes: [
        sun === null
          ? { kind: "sunUnknown" }
          : { kind: "sunAt", latitude: sun.latitude, longitude: sun.longitude, dayMs: sun.dayMs },
      ],
    };
  },
});
