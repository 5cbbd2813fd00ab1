import { hoursSinceRoundedDown } from "../../time.ts";
import { barsByDevice } from "../bars-by-device.ts";
import type { WidgetTable } from "../picture.ts";
import { type DashboardWorld, defineWidget } from "../widget.ts";

/** The longest silent first; those that never reported come before all. */
function silence({ devices, nowMs }: DashboardWorld) {
  return devices
    .map((device) => ({ ...device, hours: hoursSinceRoundedDown(device.lastSeenMs, nowMs) }))
    .sort(
      (one, other) =>
        (other.hours ?? Number.POSITIVE_INFINITY) - (one.hours ?? Number.POSITIVE_INFINITY) || 0,
    );
}

function silenceTable(world: DashboardWorld): WidgetTable {
  return {
    columns: ["device", "hoursSince", "lastSeen"],
    rows: silence(world).map(({ deviceId, name, lastSeenMs, hours }) => ({
      cells: [
        { kind: "device", name },
        hours,
        lastSeenMs === null ? null : { kind: "moment", atMs: lastSeenMs },
      ],
      link: { deviceId },
    })),
  };
}

export const hoursSinceTable = defineWidget({
  id: "hoursSinceTable",
  onByDefault: true,
  width: 6,
  needs: [],
  picture: (_, world) =>
    world.devices.length === 0 ? { kind: "noData" } : { kind: "table", table: silenceTable(world) },
});

export const hoursSinceGraph = defineWidget({
  id: "hoursSinceGraph",
  onByDefault: true,
  width: 6,
  needs: [],
  picture(_, world) {
    const seen = silence(world).filter(({ hours }) => hours !== null);
    const never = world.devices.length - seen.length;
    return barsByDevice({
      devices: seen,
      series: [{ name: "hoursSince", figureOf: ({ hours }) => hours, linked: true }],
      table: silenceTable(world),
      notes: never > 0 ? [{ kind: "neverSeen", devices: never }] : [],
      narrow: world.narrow,
    });
  },
});
