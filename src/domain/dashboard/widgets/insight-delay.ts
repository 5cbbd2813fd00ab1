import { delayBins } from "../delay-bins.ts";
import type { InsightLink, Label } from "../picture.ts";
import { defineWidget } from "../widget.ts";

/**
 * Time received minus the camera's, for every insight that has one: it is not cut off where the clock was not trusted.
 */
export const insightDelay = defineWidget({
  id: "insightDelay",
  onByDefault: true,
  width: 6,
  needs: ["delays"],
  picture({ delays }) {
    if (delays.length === 0) return { kind: "noData" };
    const bins = delayBins(delays);
    const labels: Label[] = bins.map(({ least, most }) => ({ kind: "delay", least, most }));
    const links: InsightLink[] = bins.map(({ least, most }) => ({
      underDelayFilter: true,
      ...(least !== null && { minDelayHours: least }),
      ...(most !== null && { maxDelayHours: most }),
    }));
    const values = bins.map(({ count }) => count);
    return {
      kind: "bars",
      across: false,
      stacked: false,
      categories: labels,
      series: [{ label: { kind: "series", name: "insights" }, values, links }],
      table: {
        columns: ["delay", "insights"],
        rows: bins.map(({ count }, at) => ({
          cells: [labels[at] ?? null, count],
          link: links[at] ?? {},
        })),
      },
    };
  },
});
