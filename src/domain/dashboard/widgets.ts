import { commsSource } from "./widgets/comms-source.ts";
import { dailyActivity } from "./widgets/daily-activity.ts";
import { detectionRate } from "./widgets/detection-rate.ts";
import { effort } from "./widgets/effort.ts";
import { heatmap } from "./widgets/heatmap.ts";
import { hoursSinceGraph, hoursSinceTable } from "./widgets/hours-since.ts";
import { insightDelay } from "./widgets/insight-delay.ts";
import { insightStatuses } from "./widgets/insight-statuses.ts";
import { insightsByClass } from "./widgets/insights-by-class.ts";
import { insightsLastTwoWeeks } from "./widgets/insights-last-two-weeks.ts";
import { insightsVsImages } from "./widgets/insights-vs-images.ts";
import { lastSeen } from "./widgets/last-seen.ts";
import { receivedHourByDay } from "./widgets/received-hour-by-day.ts";
import { speciesAccumulation } from "./widgets/species-accumulation.ts";
import { totalClasses, totalDevices, totalInsights } from "./widgets/totals.ts";

/** All widgets, in the order in which the dashboard shows them and the list offers them. */
export const WIDGETS = [
  totalInsights,
  totalClasses,
  totalDevices,
  insightStatuses,
  commsSource,
  insightsLastTwoWeeks,
  insightsByClass,
  receivedHourByDay,
  insightDelay,
  hoursSinceGraph,
  hoursSinceTable,
  insightsVsImages,
  heatmap,
  dailyActivity,
  detectionRate,
  speciesAccumulation,
  lastSeen,
  effort,
] as const;

export type WidgetId = (typeof WIDGETS)[number]["id"];
