import type { ShownAlert } from "../../client/alerts-view.ts";
import type { DevicesView, ShownDevice } from "../../client/devices-view.ts";
import { foldByCause } from "../../domain/alert/alert-cause.ts";
import { answerTableQuery, type TableFields } from "../../domain/table/table-query.ts";
import { ALERT_TYPE_LABELS, ALERTS } from "../../messages/alerts/alerts.ts";
import type { TablePageSource } from "../../ui/data-table/table-source.ts";

/** An alert with the Sentinel that it is about; null where that is not on this device. */
export interface AlertItem {
  readonly alert: ShownAlert;
  readonly device: ShownDevice | null;
}

/** A line of the list: one alert, or all alerts of one cause. */
export interface AlertLine {
  readonly id: string;
  /** Never empty; all of one type and status. */
  readonly items: readonly AlertItem[];
  /** The first of them, which stands for all. */
  readonly lead: AlertItem;
}

/** Alerts with their Sentinels, in the order in which they came. */
export function alertItems(
  alerts: readonly ShownAlert[],
  view: DevicesView | undefined,
): readonly AlertItem[] {
  const devices = new Map(view?.devices.map((device) => [device.device_id, device]));
  return alerts.map((alert) => ({ alert, device: devices.get(alert.associated_id) ?? null }));
}

export function lineOf(items: readonly [AlertItem, ...AlertItem[]]): AlertLine {
  const [lead] = items;
  return { id: lead.alert.id, items, lead };
}

/** Lines of one alert each. */
export function singleLines(items: readonly AlertItem[]): readonly AlertLine[] {
  return items.map((item) => lineOf([item]));
}

/** Filters and sorts alerts, and then folds those of one cause; counts are of lines. */
export function createFoldedSource(
  items: readonly AlertItem[],
  fields: TableFields<AlertLine>,
): TablePageSource<AlertLine> {
  const singles = singleLines(items);
  return {
    async page(query, signal) {
      signal?.throwIfAborted();
      const whole = { ...query, offset: 0, limit: singles.length };
      const lines = foldedLines(answerTableQuery(singles, fields, whole).rows);
      const held = query.filters.length === 0 ? lines.length : foldedLines(singles).length;
      const { offset, limit } = query;
      return { rows: lines.slice(offset, offset + limit), matched: lines.length, held };
    },
  };
}

function foldedLines(singles: readonly AlertLine[]): readonly AlertLine[] {
  const byId = new Map(singles.map((line) => [line.id, line.lead]));
  return foldByCause(singles.map(({ lead }) => lead.alert)).flatMap((fold) => {
    const [first, ...others] = fold.flatMap(({ id }) => byId.get(id) ?? []);
    return first === undefined ? [] : [lineOf([first, ...others])];
  });
}

/** The specification's title: the summary; where it is empty, what the type is called. */
export function alertTitle({ summary, alert_type }: ShownAlert): string {
  return summary.trim() === "" ? ALERT_TYPE_LABELS[alert_type] : summary;
}

export function deviceName({ device, alert }: AlertItem): string {
  return device?.display_name ?? alert.associated_id;
}

/** The name of the place, if one is written down. */
export function placeName({ device }: AlertItem): string | null {
  return device?.location_name || device?.location_description || null;
}

/** Since when it is so, epoch ms; by a server that does not say, since when the alert is there. */
export function sinceMs({ since, created_at }: ShownAlert): number {
  return Date.parse(since ?? created_at);
}

/** The name of a line for people who hear it: the Sentinel, or how many of them. */
export function lineName({ items, lead }: AlertLine): string {
  return items.length === 1 ? deviceName(lead) : ALERTS.fold(items.length);
}
