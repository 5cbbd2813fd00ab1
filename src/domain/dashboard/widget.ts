import type { CountName, DashboardCounts } from "./counts.ts";
import type { DaySpan, ReportDays } from "./effort.ts";
import type { WidgetPicture } from "./picture.ts";

/** A Sentinel as widgets see it. */
export interface DashboardDevice {
  deviceId: string;
  name: string;
  /** Epoch ms; null where it never reported. */
  lastSeenMs: number | null;
  imagesProcessed: number | null;
  latitude: number | null;
  longitude: number | null;
}

/** The effort of Sentinels, as far as this device knows it. */
export interface WorldEffort {
  days: ReportDays;
  /** The days within the filter that the reports cover. */
  reported: DaySpan;
  /** Of these, the days whose insights are here: rates are counted over them. */
  rated: DaySpan;
}

/** Inputs of a picture beside the counts. */
export interface DashboardWorld {
  /** Those that the filter's Sentinel parts let through. */
  devices: readonly DashboardDevice[];
  nowMs: number;
  /** At NARROW_CHART_PX or less. */
  narrow: boolean;
  /** Null where this device does not hold the days of reports. */
  effort: WorldEffort | null;
}

/** How much of the dashboard's width a widget takes, in twelfths on a wide screen. */
export type WidgetWidth = 2 | 3 | 4 | 5 | 6 | 8 | 12;

export interface Widget<Needs extends CountName = CountName> {
  /** Also its name in local storage, so it never changes. */
  readonly id: string;
  readonly onByDefault: boolean;
  readonly width: WidgetWidth;
  readonly needs: readonly Needs[];
  /**
   * The picture is made of the days on which Sentinels reported, and its counts are of insights within `rated` alone.
   */
  readonly needsEffort?: boolean;
  picture(counts: Pick<DashboardCounts, Needs>, world: DashboardWorld): WidgetPicture;
}

/** Keeps the names of what a widget needs as types, and forgets them for the list. */
export function defineWidget<const Needs extends CountName, const Id extends string>(
  widget: Widget<Needs> & { id: Id },
): Widget & { id: Id } {
  return widget as unknown as Widget & { id: Id };
}
