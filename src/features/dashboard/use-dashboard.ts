import { useMemo } from "react";
import { useStore } from "zustand";
import { type DevicesView, useDevicesView } from "../../client/devices-view.ts";
import { useServices } from "../../client/services.tsx";
import type { CountName, DashboardCounts } from "../../domain/dashboard/counts.ts";
import type { WidgetPicture } from "../../domain/dashboard/picture.ts";
import { isWidgetOn } from "../../domain/dashboard/visibility.ts";
import type { DashboardWorld } from "../../domain/dashboard/widget.ts";
import { WIDGETS } from "../../domain/dashboard/widgets.ts";
import type { AddressFilter } from "../../parts/insight-filter/filter-address.ts";
import { dashboardStore } from "../../state/dashboard-store.ts";
import { useNow } from "../../ui/use-now.ts";
import { filteredDevices } from "./dashboard-devices.ts";
import { type CountsState, useDashboardCounts } from "./use-dashboard-counts.ts";
import { useReportDays } from "./use-report-days.ts";

export type ShownWidget = (typeof WIDGETS)[number];

export interface Dashboard {
  shown: readonly ShownWidget[];
  counts: CountsState;
  /** Undefined until the mirror is read. */
  devices: DevicesView | undefined;
  /** Null while its counts are on their way. */
  pictureOf(widget: ShownWidget): WidgetPicture | null;
  /** Epoch ms; null where the days of reports are not here. */
  reportsReadAtMs: number | null;
  nowMs: number;
}

/** Hours since a report change while nobody does anything. */
const CLOCK_STEP_MS = 60_000;

/** What the shown widgets show, under a filter. */
export function useDashboard(filter: AddressFilter, dayMs: number, narrow: boolean): Dashboard {
  const { insights } = useServices();
  const choices = useStore(dashboardStore, (state) => state.choices);
  const nowMs = useNow(CLOCK_STEP_MS);
  const devices = useDevicesView();
  const shown = useMemo(() => WIDGETS.filter((widget) => isWidgetOn(widget, choices)), [choices]);
  const wanted = useMemo(
    () => [...new Set(shown.flatMap(({ needs }): readonly CountName[] => needs))].sort(),
    [shown],
  );
  const counts = useDashboardCounts(insights, filter, wanted, dayMs);
  const reports = useReportDays(shown.some(({ needsReportDays }) => needsReportDays === true));
  const { answer, filter: counted } = counts;
  const pictures = useMemo(() => {
    if (answer === null || counted === null || devices === undefined) return new Map();
    const world: DashboardWorld = {
      devices: filteredDevices(devices.devices, counted),
      nowMs,
      narrow,
      fromMs: counted.fromMs,
      toMs: counted.toMs,
      reportDays: reports?.days ?? null,
    };
    return new Map(
      shown
        .filter(({ needs }) => needs.every((name) => name in answer.counts))
        .map((widget) => [widget.id, widget.picture(answer.counts as DashboardCounts, world)]),
    );
  }, [answer, counted, devices, nowMs, narrow, reports, shown]);
  return {
    shown,
    counts,
    devices,
    pictureOf: ({ id }) => pictures.get(id) ?? null,
    reportsReadAtMs: reports?.readAtMs ?? null,
    nowMs,
  };
}
