import { areTooManyDevices } from "../limits.ts";
import type { WidgetTable } from "../picture.ts";
import { defineWidget } from "../widget.ts";

/** How many of the pictures that a Sentinel looked at became insights. Images are what each one last reported in all. */
export const insightsVsImages = defineWidget({
  id: "insightsVsImages",
  onByDefault: true,
  width: 6,
  needs: ["devices"],
  picture({ devices: counts }, { devices, narrow }) {
    const shown = devices
      .map((device) => ({ ...device, insights: counts.get(device.deviceId) ?? 0 }))
      .filter(({ insights, imagesProcessed }) => insights > 0 || imagesProcessed !== null)
      .sort((one, other) => other.insights - one.insights);
    if (shown.length === 0) return { kind: "noData" };
    const table: WidgetTable = {
      columns: ["device", "insights", "images"],
      rows: shown.map(({ deviceId, name, insights, imagesProcessed }) => ({
        cells: [{ kind: "device", name }, insights, imagesProcessed],
        link: { deviceId },
      })),
    };
    if (areTooManyDevices(shown.length, narrow)) return { kind: "tooMany", of: "devices", table };
    return {
      kind: "bars",
      across: true,
      stacked: false,
      categories: shown.map(({ name }) => ({ kind: "device", name })),
      series: [
        {
          label: { kind: "series", name: "insights" },
          values: shown.map(({ insights }) => insights),
          links: shown.map(({ deviceId }) => ({ deviceId })),
        },
        {
          label: { kind: "series", name: "images" },
          values: shown.map(({ imagesProcessed }) => imagesProcessed),
        },
      ],
      table,
      notes: [{ kind: "imagesAreTotals" }],
    };
  },
});
