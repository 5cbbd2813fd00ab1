import { detectionsPer100TrapNights, trapNights } from "../effort.ts";
import { areTooManyClasses, areTooManyDevices } from "../limits.ts";
import type { Note, Series, WidgetTable } from "../picture.ts";
import { defineWidget } from "../widget.ts";

/**
 * Insights per 100 trap nights of each Sentinel and class, within the dates of the filter. Insights and nights are of
 * the same days: those of which this device holds both.
 */
export const detectionRate = defineWidget({
  id: "detectionRate",
  onByDefault: true,
  width: 6,
  needs: ["classes", "deviceClasses"],
  needsEffort: true,
  picture({ classes, deviceClasses }, { devices, effort, narrow }) {
    if (effort === null) return { kind: "effortMissing" };
    const nightsOf = new Map(
      devices.map(({ deviceId }) => [deviceId, trapNights(effort.days.get(deviceId), effort.rated)]),
    );
    const detected = new Map<string, Map<string, number>>();
    for (const { deviceId, className, count } of deviceClasses) {
      const ofDevice = detected.get(deviceId) ?? new Map<string, number>();
      detected.set(deviceId, ofDevice.set(className, count));
    }
    const rateOf = (deviceId: string, className: string) =>
      detectionsPer100TrapNights(detected.get(deviceId)?.get(className) ?? 0, nightsOf.get(deviceId) ?? 0);
    const shown = devices.filter(
      ({ deviceId }) => detected.has(deviceId) && (nightsOf.get(deviceId) ?? 0) > 0,
    );
    if (shown.length === 0) return { kind: "noData" };
    const table: WidgetTable = {
      columns: ["device", "class", "insights", "trapNights", "rate"],
      rows: shown.flatMap(({ deviceId, name }) =>
        [...(detected.get(deviceId) ?? [])].map(([className, count]) => ({
          cells: [
            { kind: "device", name } as const,
            { kind: "class", className } as const,
            count,
            nightsOf.get(deviceId) ?? 0,
            { kind: "figure", value: rateOf(deviceId, className) ?? 0, digits: 1 } as const,
          ],
          link: { deviceId, className, ...effort.rated },
        })),
      ),
    };
    const present = classes.filter(({ className }) =>
      shown.some(({ deviceId }) => detected.get(deviceId)?.has(className)),
    );
    const unknown = devices.filter(
      ({ deviceId }) => detected.has(deviceId) && (nightsOf.get(deviceId) ?? 0) === 0,
    ).length;
    const notes: Note[] = [
      { kind: "daysCounted", ...effort.rated },
      ...(unknown > 0 ? [{ kind: "effortUnknown", devices: unknown } as const] : []),
    ];
    if (areTooManyClasses(present.length, narrow)) return { kind: "tooMany", of: "classes", table, notes };
    if (areTooManyDevices(shown.length, narrow)) return { kind: "tooMany", of: "devices", table, notes };
    const series: Series[] = present.map(({ className }) => ({
      label: { kind: "class", className },
      values: shown.map(({ deviceId }) => rateOf(deviceId, className)),
      links: shown.map(({ deviceId }) => ({ deviceId, className, ...effort.rated })),
    }));
    return {
      kind: "bars",
      across: true,
      stacked: true,
      categories: shown.map(({ name }) => ({ kind: "device", name })),
      series,
      table,
      notes,
    };
  },
});
