import { barsByDevice } from "../bars-by-device.ts";
import { defineWidget } from "../widget.ts";

/**
 * How many of the pictures that a Sentinel looked at became insights. Images are what each one last reported in all:
 * some hundred times as many, so that on a common axis no insight would be seen.
 */
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
    return barsByDevice({
      devices: shown,
      series: [
        { name: "insights", figureOf: ({ insights }) => insights, linked: true },
        {
          name: "images",
          figureOf: ({ imagesProcessed }) => imagesProcessed,
          linked: false,
          secondAxis: true,
        },
      ],
      table: {
        columns: ["device", "insights", "images"],
        rows: shown.map(({ deviceId, name, insights, imagesProcessed }) => ({
          cells: [{ kind: "device", name }, insights, imagesProcessed],
          link: { deviceId },
        })),
      },
      notes: [{ kind: "imagesAreTotals" }],
      narrow,
    });
  },
});
