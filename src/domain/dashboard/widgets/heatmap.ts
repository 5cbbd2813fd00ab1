import { defineWidget } from "../widget.ts";

export const heatmap = defineWidget({
  id: "heatmap",
  onByDefault: true,
  width: 6,
  needs: ["total", "places"],
  picture({ total, places }) {
    if (places.length === 0) return { kind: "noData" };
    const placed = places.reduce((sum, { count }) => sum + count, 0);
    return {
      kind: "places",
      places,
      table: {
        columns: ["latitude", "longitude", "insights"],
        rows: places.map(({ latitude, longitude, count }) => ({
          cells: [
            { kind: "figure", value: latitude, digits: 5 },
            { kind: "figure", value: longitude, digits: 5 },
            count,
          ],
        })),
      },
      ...(total > placed && { notes: [{ kind: "withoutPlace", insights: total - placed }] }),
    };
  },
});
