import { detectionsPer100TrapNights, trapNights } from "../effort.ts";
import { areTooManyClasses, areTooManyDevices } from "../limits.ts";
import type { Series, WidgetTable } from "../picture.ts";
import { defineWidget } from "../widget.ts";

/** Insights per 100 trap nights of each Sentinel and class, within the dates of the filter. */
export const detectionRate = defineWidget({
  id: "detectionRate",
  onByDefault: true,
  width: 6,
  needs: ["classes", "deviceClasses"],
  needsReportDays: true,
  picture({ classes, deviceClasses }, { devices, reportDays, fromMs, toMs, narrow }) {
    if (reportDays === null) return { kind: "effortMissing" };
    const nightsOf = new Map(
      devices.map(({ deviceId }) => [deviceId, trapNights(reportDays.get(deviceId), fromMs, toMs)]),
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
          link: { deviceId, className },
        })),
      ),
    };
    const present = classes.filter(({ className }) =>
      shown.some(({ deviceId }) => detected.get(deviceId)?.has(className)),
    );
    if (areTooManyClasses(present.length, narrow)) return { kind: "tooMany", of: "classes", table };
    if (areTooManyDevices(shown.length, narrow)) return { kind: "tooMany", of: "devices", table };
    const series: Series[] = present.map(({ className }) => ({
      label: { kind: "class", className },
      values: shown.map(({ deviceId }) => rateOf(deviceId, className)),
      links: shown.map(({ deviceId }) => ({ deviceId, className })),
    }));
    const unknown = devices.filter(
      ({ deviceId }) => detected.has(deviceId) && (nightsOf.get(deviceId) ?? 0) === 0,
    ).length;
    return {
      kind: "bars",
      across: true,
      stacked: true,
      categories: shown.map(({ name }) => ({ kind: "device", name })),
      series,
      table,
      ...(unknown > 0 && { notes: [{ kind: "effortUnknown", devices: unknown }] }),
    };
  },
});
