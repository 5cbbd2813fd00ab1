import { useCallback, useMemo } from "react";
import { useAlertsView } from "../../client/alerts-view.ts";
import { type ShownDevice, useDevicesView } from "../../client/devices-view.ts";
import { useServices } from "../../client/services.tsx";
import { useViewValue } from "../../client/use-view.ts";
import { type MapWarning, warningsByDevice } from "../../domain/map/map-warnings.ts";
import { plottedAt } from "../../domain/map/position.ts";
import type { Group } from "../../protocol/shapes.ts";
import type { InsightEngine } from "../../query/insight-engine.ts";
import type { DevicePoint } from "../../ui/map/device-cluster-layer.tsx";
import { asksForInsights, insightFilterOf, type MapFilter } from "./map-filter.ts";

export interface MapDevices {
  /** All of this person, plotted or not. */
  devices: ReadonlyMap<string, ShownDevice>;
  groups: readonly Group[];
  /** Those with a position. */
  plotted: readonly DevicePoint[];
  /** Those of them that the filter leaves. */
  shown: readonly DevicePoint[];
  warnings(deviceId: string): readonly MapWarning[];
  /** False until insights were counted once. */
  counted: boolean;
}

/** Sentinels with what the map says of them, by mirror, outbox and query worker; undefined until they are read. */
export function useMapDevices(filter: MapFilter): MapDevices | undefined {
  const view = useDevicesView();
  const alerts = useAlertsView()?.alerts;
  const insightFilter = useMemo(() => insightFilterOf(filter), [filter]);
  const count = useCallback(
    async (engine: InsightEngine, signal: AbortSignal) => {
      const counts = await engine.group("device", { filter: insightFilter, grouped: false }, signal);
      return { of: insightFilter, counts: new Map(counts.map(({ value, count }) => [value, count])) };
    },
    [insightFilter],
  );
  const counted = useViewValue(useServices().insights, count);
  const warnings = useMemo(() => warningsByDevice(alerts ?? []), [alerts]);
  const devices = view?.devices;
  const counts = counted?.counts;
  const plotted = useMemo(() => {
    // Without the alerts nothing is drawn, because markers would be drawn again once their warnings are read.
    if (alerts === undefined) return undefined;
    return devices?.flatMap((device): DevicePoint[] => {
      const at = plottedAt(device);
      if (at === null) return [];
      const { device_id: id, display_name: name } = device;
      return [{ ...at, id, name, insights: counts?.get(id) ?? 0, warnings: warnings(id) }];
    });
  }, [devices, alerts, counts, warnings]);
  const byId = useMemo(() => new Map(devices?.map((device) => [device.device_id, device])), [devices]);
  // Counts of an earlier filter would leave the wrong ones out.
  const awaited = asksForInsights(filter) && counted?.of !== insightFilter;
  const shown = useMemo(
    () => (awaited ? [] : (plotted?.filter((point) => passes(point, byId.get(point.id), filter)) ?? [])),
    [plotted, byId, filter, awaited],
  );
  if (view === undefined || plotted === undefined) return undefined;
  return {
    devices: byId,
    groups: view.groups,
    plotted,
    shown,
    warnings,
    counted: counted !== null && !awaited,
  };
}

function passes(point: DevicePoint, device: ShownDevice | undefined, filter: MapFilter): boolean {
  const wanted = (filter.namePart ?? "").trim().toLowerCase();
  const names = [point.name, point.id, device?.device_name ?? ""];
  if (wanted !== "" && !names.some((name) => name.toLowerCase().includes(wanted))) return false;
  if (filter.groupIds && !filter.groupIds.includes(device?.group_id ?? "")) return false;
  return !asksForInsights(filter) || point.insights > 0;
}
