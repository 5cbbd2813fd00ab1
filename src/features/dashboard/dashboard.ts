import type { DevicesView } from "../../client/devices-view.ts";
import type { WidgetPicture } from "../../domain/dashboard/picture.ts";
import type { WIDGETS } from "../../domain/dashboard/widgets.ts";
import type { CountsState } from "./use-dashboard-counts.ts";

export type ShownWidget = (typeof WIDGETS)[number];

/** The content of the shown widgets, on the screen and in the PDF. */
export interface Dashboard {
  shown: readonly ShownWidget[];
  /** Under the filter of the dashboard. */
  counts: CountsState;
  /** The counts of a widget: under the filter of the dashboard, or under that of effort. */
  countsOf(widget: ShownWidget): CountsState;
  /** Undefined until the mirror is read. */
  devices: DevicesView | undefined;
  /** Null while its counts are on their way. */
  pictureOf(widget: ShownWidget): WidgetPicture | null;
  /** Sentences about what all figures rest on. */
  remarks: readonly string[];
  /** A sentence about what the figures of one widget rest on. */
  remarkOf(widget: ShownWidget): string | null;
  nowMs: number;
}
