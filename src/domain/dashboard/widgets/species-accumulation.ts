import { DAY_MS } from "../../time.ts";
import { accumulateSpecies, dailyPoints } from "../species-accumulation.ts";
import { defineWidget } from "../widget.ts";

/** A phone's chart has no room for more. */
const MOST_POINTS = 120;

export const speciesAccumulation = defineWidget({
  id: "speciesAccumulation",
  onByDefault: true,
  width: 6,
  needs: ["classes", "span"],
  picture({ classes, span }) {
    const steps = accumulateSpecies(classes, span);
    const first = steps[0];
    if (first === undefined || steps.at(-1)?.species === 0) return { kind: "noData" };
    const points = dailyPoints(steps, MOST_POINTS);
    const until = (dayMs: number) => ({ fromMs: first.dayMs, toMs: dayMs + DAY_MS - 1 });
    return {
      kind: "steps",
      categories: points.map(({ dayMs }) => ({ kind: "day", dayMs })),
      series: [
        {
          label: { kind: "series", name: "species" },
          values: points.map(({ species }) => species),
          links: points.map(({ dayMs }) => until(dayMs)),
        },
      ],
      table: {
        columns: ["day", "newSpecies", "species"],
        rows: steps.map(({ dayMs, fresh, species }) => ({
          cells: [{ kind: "day", dayMs }, { kind: "classes", classNames: fresh }, species],
          link: until(dayMs),
        })),
      },
    };
  },
});
