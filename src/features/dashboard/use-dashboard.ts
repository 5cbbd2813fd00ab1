import { useMemo } from "react";
import { useStore } from "zustand";
import { type DevicesView, useDevicesView } from "../../client/devices-view.ts";
import { useServices } from "../../client/services.tsx";
import type { CountName, DashboardCounts } from "../../domain/dashboard/counts.ts";
import type { WidgetPicture } from "../../domain/dashboard/picture.ts";
import { isWidgetOn } from "../../domain/dashboard/visibility.ts";
import type { DashboardWorld, WorldEffort } from "../../domain/dashboard/widget.ts";
import { WIDGETS } from "../../domain/dashboard/widgets.ts";
import { dashboardMessages } from "../../messages/dashboard/dashboard.ts";
import { COVERAGE } from "../../messages/offline/coverage.ts";
import { useCoverage } from "../../parts/coverage.tsx";
import type { AddressFilter } from "../../parts/insight-filter/filter-address.ts";
import { dashboardStore } from "../../state/dashboard-store.ts";
import { useNow } from "../../ui/use-now.ts";
import type { Dashboard, ShownWidget } from "./dashboard.ts";
import { filteredDevices } from "./dashboard-devices.ts";
import { type CountsState, useDashboardCounts } from "./use-dashboard-counts.ts";
import { useEffort } from "./use-effort.ts";

/** Interval in which hours since a report are worked out anew, in ms. */
const CLOCK_STEP_MS = 60_000;

/** The content of the shown widgets, under a filter. */
export function useDashboard(filter: AddressFilter, dayMs: number, narrow: boolean): Dashboard {
  const { insights } = useServices();
  const choices = useStore(dashboardStore, (state) => state.choices);
  const nowMs = useNow(CLOCK_STEP_MS);
  const devices = useDevicesView();
  const shown = useMemo(() => WIDGETS.filter((widget) => isWidgetOn(widget, choices)), [choices]);
  const [plain, ofEffort] = useMemo(
    () => [false, true].map((effort) => shown.filter(({ needsEffort = false }) => needsEffort === effort)),
    [shown],
  ) as [ShownWidget[], ShownWidget[]];
  const counts = useDashboardCounts(insights, filter, needsOf(plain, "total"), dayMs);
  const { known, rated } = useEffort(filter, ofEffort.length > 0);
  const effortCounts = useDashboardCounts(insights, rated, needsOf(ofEffort), dayMs);
  const pictures = usePictures(plain, counts, null, { devices, nowMs, narrow });
  const effortPictures = usePictures(ofEffort, effortCounts, known?.effort ?? null, {
    devices,
    nowMs,
    narrow,
  });
  const covered = useCoverage();
  const isMissing = known === null;
  return {
    shown,
    counts,
    countsOf: ({ needsEffort }) => (needsEffort ? effortCounts : counts),
    devices,
    pictureOf: ({ id, needsEffort }) => {
      if (needsEffort && isMissing) return { kind: "effortMissing" };
      return (needsEffort ? effortPictures : pictures).get(id) ?? null;
    },
    remarks: [
      ...(covered === null ? [] : [covered.sentence]),
      ...(counts.answer?.complete === false ? [COVERAGE.notYet] : []),
    ],
    remarkOf: ({ needsEffort }) =>
      needsEffort && known ? dashboardMessages.effortAsOf(known.readAtMs) : null,
    nowMs,
  };
}

function needsOf(widgets: readonly ShownWidget[], ...others: readonly CountName[]): CountName[] {
  return [...new Set([...others, ...widgets.flatMap(({ needs }): readonly CountName[] => needs)])].sort();
}

/** Pictures of these widgets by id, as far as their counts are here. */
function usePictures(
  widgets: readonly ShownWidget[],
  { answer, filter }: CountsState,
  effort: WorldEffort | null,
  { devices, nowMs, narrow }: { devices: DevicesView | undefined; nowMs: number; narrow: boolean },
): ReadonlyMap<string, WidgetPicture> {
  return useMemo(() => {
    if (answer === null || filter === null || devices === undefined) return new Map();
    const world: DashboardWorld = {
      devices: filteredDevices(devices.devices, filter),
      nowMs,
      narrow,
      effort,
    };
    return new Map(
      widgets
        .filter(({ needs }) => needs.every((name) => name in answer.counts))
        .map((widget) => [widget.id, widget.picture(answer.counts as DashboardCounts, world)]),
    );
  }, [widgets, answer, filter, effort, devices, nowMs, narrow]);
}
