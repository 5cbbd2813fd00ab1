import { defineWidget } from "../widget.ts";

export const commsSource = defineWidget({
  id: "commsSource",
  onByDefault: false,
  width: 4,
  needs: ["total", "sources"],
  picture({ total, sources }) {
    if (total === 0) return { kind: "noData" };
    const parts = sources.map(({ source, count }) => ({
      label: { kind: "source", source } as const,
      value: count,
      ...(source === null ? {} : { link: { source } }),
    }));
    return {
      kind: "share",
      parts,
      table: {
        columns: ["source", "insights"],
        rows: parts.map(({ label, value, link }) => ({ cells: [label, value], ...(link && { link }) })),
      },
    };
  },
});
