import { areTooManyDevices } from "./limits.ts";
import type { Note, Series, SeriesName, WidgetPicture, WidgetTable } from "./picture.ts";

/** Figures of each Sentinel. */
interface DeviceSeries<Device> {
  name: SeriesName;
  figureOf(device: Device): number | null;
  /** Whether a bar leads to the insights of its Sentinel. */
  linked: boolean;
  /** On the axis of the other end; see Series. */
  secondAxis?: boolean;
}

interface DeviceBars<Device> {
  devices: readonly Device[];
  series: readonly DeviceSeries<Device>[];
  table: WidgetTable;
  notes?: readonly Note[];
  narrow: boolean;
}

/** Bars across, one or more a Sentinel; the sentence in their place where there are too many. */
export function barsByDevice<Device extends { deviceId: string; name: string }>({
  devices,
  series,
  table,
  notes = [],
  narrow,
}: DeviceBars<Device>): WidgetPicture {
  if (devices.length === 0) return { kind: "noData" };
  if (areTooManyDevices(devices.length, narrow)) return { kind: "tooMany", of: "devices", table, notes };
  return {
    kind: "bars",
    across: true,
    stacked: false,
    categories: devices.map(({ name }) => ({ kind: "device", name })),
    series: series.map(
      ({ name, figureOf, linked, secondAxis = false }): Series => ({
        label: { kind: "series", name },
        values: devices.map(figureOf),
        ...(linked && { links: devices.map(({ deviceId }) => ({ deviceId })) }),
        ...(secondAxis && { secondAxis }),
      }),
    ),
    table,
    notes,
  };
}
