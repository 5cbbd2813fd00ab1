import { isSpecies } from "../../insight/species-colour.ts";
import { DAY_MS, startOfUtcDayMs } from "../../time.ts";
import { areTooManyClasses } from "../limits.ts";
import type { WidgetTable } from "../picture.ts";
import { defineWidget } from "../widget.ts";

/**
 * For how many UTC days each species was not seen, the longest unseen first: 0 where it was seen today. Classes that
 * are no species are left out; a moment ahead of the clock counts as today.
 */
export const lastSeen = defineWidget({
  id: "lastSeen",
  onByDefault: true,
  width: 6,
  needs: ["classes"],
  picture({ classes }, { nowMs, narrow }) {
    const today = startOfUtcDayMs(nowMs);
    const species = classes
      .filter(({ className }) => isSpecies(className))
      .map((one) => ({ ...one, days: Math.max(0, (today - startOfUtcDayMs(one.lastMs)) / DAY_MS) }))
      .sort((one, other) => other.days - one.days);
    if (species.length === 0) return { kind: "noData" };
    const table: WidgetTable = {
      columns: ["class", "daysUnseen", "lastInsight", "insights"],
      rows: species.map(({ className, days, lastMs, count }) => ({
        cells: [{ kind: "class", className }, days, { kind: "moment", atMs: lastMs }, count],
        link: { className },
      })),
    };
    if (areTooManyClasses(species.length, narrow)) return { kind: "tooMany", of: "classes", table };
    return {
      kind: "bars",
      across: true,
      stacked: false,
      categories: species.map(({ className }) => ({ kind: "class", className })),
      series: [
        {
          label: { kind: "series", name: "daysUnseen" },
          values: species.map(({ days }) => days),
          links: species.map(({ className }) => ({ className })),
        },
      ],
      table,
    };
  },
});
