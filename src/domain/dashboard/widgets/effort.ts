import { barsByDevice } from "../bars-by-device.ts";
import { trapNights } from "../effort.ts";
import { defineWidget } from "../widget.ts";

/** The days on which each Sentinel reported, within the dates of the filter. */
export const effort = defineWidget({
  id: "effort",
  onByDefault: true,
  width: 6,
  needs: [],
  needsEffort: true,
  picture(_, { devices, effort: known, narrow }) {
    if (known === null) return { kind: "effortMissing" };
    const worked = devices
      .map((device) => ({ ...device, nights: trapNights(known.days.get(device.deviceId), known.reported) }))
      .sort((one, other) => other.nights - one.nights);
    const shown = worked.filter(({ nights }) => nights > 0);
    const unknown = worked.length - shown.length;
    return barsByDevice({
      devices: shown,
      series: [{ name: "daysWorked", figureOf: ({ nights }) => nights, linked: true }],
      table: {
        columns: ["device", "daysWorked"],
        rows: worked.map(({ deviceId, name, nights }) => ({
          cells: [{ kind: "device", name }, nights],
          link: { deviceId },
        })),
      },
      notes: [
        { kind: "daysCounted", ...known.reported },
        ...(unknown > 0 ? [{ kind: "effortUnknown", devices: unknown } as const] : []),
      ],
      narrow,
    });
  },
});
