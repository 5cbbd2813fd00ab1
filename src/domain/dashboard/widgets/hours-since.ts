import { hoursSinceRoundedDown } from "../../time.ts";
import { areTooManyDevices } from "../limits.ts";
import type { WidgetTable } from "../picture.ts";
import { type DashboardWorld, defineWidget } from "../widget.ts";

/** The longest silent first; those that never reported come before all. */
function silence({ devices, nowMs }: DashboardWorld) {
  return devices
    .map((device) => ({ device, hours: hoursSinceRoundedDown(device.lastSeenMs, nowMs) }))
    .sort(
      (one, other) =>
        (other.hours ?? Number.POSITIVE_INFINITY) - (one.hours ?? Number.POSITIVE_INFINITY) || 0,
    );
}

function silenceTable(world: DashboardWorld): WidgetTable {
  return {
    columns: ["device", "hoursSince", "lastSeen"],
    rows: silence(world).map(({ device, hours }) => ({
      cells: [
        { kind: "device", name: device.name },
        hours,
        device.lastSeenMs === null ? null : { kind: "moment", atMs: device.lastSeenMs },
      ],
      link: { deviceId: device.deviceId },
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
    if (seen.length === 0) return { kind: "noData" };
    const table = silenceTable(world);
    if (areTooManyDevices(seen.length, world.narrow)) return { kind: "tooMany", of: "devices", table };
    const never = world.devices.length - seen.length;
    return {
      kind: "bars",
      across: true,
      stacked: false,
      categories: seen.map(({ device }) => ({ kind: "device", name: device.name })),
      series: [
        {
          label: { kind: "series", name: "hoursSince" },
          values: seen.map(({ hours }) => hours),
          links: seen.map(({ device }) => ({ deviceId: device.deviceId })),
        },
      ],
      table,
      ...(never > 0 && { notes: [{ kind: "neverSeen", devices: never }] }),
    };
  },
});
