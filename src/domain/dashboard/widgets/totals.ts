import { defineWidget } from "../widget.ts";

export const totalInsights = defineWidget({
  id: "totalInsights",
  onByDefault: true,
  width: 2,
  needs: ["total"],
  picture: ({ total }) => ({
    kind: "figure",
    value: total,
    table: { columns: ["insights"], rows: [{ cells: [total], link: {} }] },
  }),
});

export const totalClasses = defineWidget({
  id: "totalClasses",
  onByDefault: true,
  width: 2,
  needs: ["classes"],
  picture: ({ classes }) => ({
    kind: "figure",
    value: classes.length,
    table: {
      columns: ["class", "insights"],
      rows: classes.map(({ className, count }) => ({
        cells: [{ kind: "class", className }, count],
        link: { className },
      })),
    },
  }),
});

export const totalDevices = defineWidget({
  id: "totalDevices",
  onByDefault: false,
  width: 2,
  needs: ["devices"],
  picture: ({ devices: counts }, { devices }) => ({
    kind: "figure",
    value: devices.length,
    table: {
      columns: ["device", "insights"],
      rows: devices.map(({ deviceId, name }) => ({
        cells: [{ kind: "device", name }, counts.get(deviceId) ?? 0],
        link: { deviceId },
      })),
    },
  }),
});
