import type { CountName, DashboardCounts } from "../../domain/dashboard/counts.ts";
import type { DashboardQuestion } from "../insight-engine.ts";
import type { InsightQueries, Overlay } from "../insight-query.ts";
import {
  countClasses,
  countDeviceClasses,
  countDevices,
  countSources,
  countStatuses,
  countTotal,
} from "./count-codes.ts";
import { countPlaces } from "./count-places.ts";
import { countDelays, countHours, countLastDays, countReceivedHours, findSpan } from "./count-times.ts";
import { type CountedInsights, countedInsights } from "./counted-insights.ts";

/** How each count is made; one that a new widget needs gets its line here. */
const COUNTERS: { readonly [Name in CountName]: (insights: CountedInsights) => DashboardCounts[Name] } = {
  total: countTotal,
  classes: countClasses,
  devices: countDevices,
  statuses: countStatuses,
  sources: countSources,
  lastDays: countLastDays,
  receivedHours: countReceivedHours,
  hours: countHours,
  span: findSpan,
  delays: countDelays,
  places: countPlaces,
  deviceClasses: countDeviceClasses,
};

/** See InsightEngine.dashboard. */
export function countDashboard(
  queries: InsightQueries,
  { filter, wanted, nowMs }: DashboardQuestion,
  overlay: Overlay,
): Partial<DashboardCounts> {
  const insights = countedInsights(queries, filter, overlay, nowMs);
  return Object.fromEntries(wanted.map((name) => [name, COUNTERS[name](insights)]));
}
