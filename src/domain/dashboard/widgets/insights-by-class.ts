import { areTooManyClasses } from "../limits.ts";
import type { Label, WidgetTable } from "../picture.ts";
import { defineWidget } from "../widget.ts";

export const insightsByClass = defineWidget({
  id: "insightsByClass",
  onByDefault: true,
  width: 4,
  needs: ["classes"],
  picture({ classes }, { narrow }) {
    if (classes.length === 0) return { kind: "noData" };
    const categories: Label[] = classes.map(({ className }) => ({ kind: "class", className }));
    const links = classes.map(({ className }) => ({ className }));
    const values = classes.map(({ count }) => count);
    const table: WidgetTable = {
      columns: ["class", "insights"],
      rows: classes.map(({ className, count }) => ({
        cells: [{ kind: "class", className }, count],
        link: { className },
      })),
    };
    if (areTooManyClasses(classes.length, narrow)) return { kind: "tooMany", of: "classes", table };
    return {
      kind: "bars",
      across: true,
      stacked: false,
      categories,
      series: [{ label: { kind: "series", name: "insights" }, values, links }],
      table,
    };
  },
});
