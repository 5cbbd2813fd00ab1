import { delayFilter } from "../../domain/dashboard/archived-rule.ts";
import type { InsightLink } from "../../domain/dashboard/picture.ts";
import { type AddressFilter, withoutPart, writeFilter } from "./filter-address.ts";

/** The address of the insights that a part of a picture stands for, beside the filter under which it was counted. */
export function insightsHref(filter: AddressFilter, link: InsightLink): string {
  const { underDelayFilter, className, classNames, deviceId, status, source, fromMs, toMs, ...times } = link;
  let wanted: AddressFilter = { ...(underDelayFilter ? delayFilter(filter) : filter), ...times };
  const classes = className === undefined ? classNames : [className];
  if (classes !== undefined) wanted.classNames = classes;
  if (deviceId !== undefined) wanted.deviceIds = [deviceId];
  if (status !== undefined) wanted.statuses = [status];
  if (source !== undefined) wanted.sources = [source];
  if (fromMs !== undefined || toMs !== undefined) {
    const { fromMs: since = fromMs, toMs: until = toMs } = wanted;
    wanted = withoutPart(wanted, "dates");
    // A day of a chart lies within the dates of the filter, but for a range of several days.
    if (since !== undefined) wanted.fromMs = Math.max(since, fromMs ?? since);
    if (until !== undefined) wanted.toMs = Math.min(until, toMs ?? until);
  }
  const search = writeFilter(wanted, new URLSearchParams({ tab: "insights" }));
  // Counts are of insights; folded into collections the list would show fewer rows.
  search.set("collections", "0");
  return `/?${search}`;
}
