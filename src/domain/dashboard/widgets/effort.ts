import { trapNights } from "../effort.ts";
import { areTooManyDevices } from "../limits.ts";
import type { Note, WidgetTable } from "../picture.ts";
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
    if (shown.length === 0) return { kind: "noData" };
    const table: WidgetTable = {
      columns: ["device", "daysWorked"],
      rows: worked.map(({ deviceId, name, nights }) => ({
        cells: [{ kind: "device", name }, nights],
        link: { deviceId },
      })),
    };
    const unknown = worked.length - shown.length;
    const notes: Note[] = [
      { kind: "daysCounted", ...known.reported },
      ...(unknown > 0 ? [{ kind: "effortUnknown", devices: unknown } as const] : []),
    ];
    if (areTooManyDevices(shown.length, narrow)) return { kind: "tooMany", of: "devices", table, notes };
    return {
      kind: "bars",
      across: true,
      stacked: false,
      categories: shown.map(({ name }) => ({ kind: "device", name })),
      series: [
        {
          label: { kind: "series", name: "daysWorked" },
          values: shown.map(({ nights }) => nights),
          links: shown.map(({ deviceId }) => ({ deviceId })),
        },
      ],
      table,
      notes,
    };
  },
});
