import type {
  Cell,
  ColumnName,
  Label,
  Note,
  SeriesName,
  WidgetPicture,
} from "../../domain/dashboard/picture.ts";
import type { WidgetId } from "../../domain/dashboard/widgets.ts";
import { countText } from "../../domain/insight/insight-text.ts";
import { fullUtc, shortUtcDay, utcYear } from "../../domain/time.ts";
import { insightsMessages } from "../insights/insights.ts";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
/** `14 Nov 2026`. */
const fullUtcDay = (atMs: number) => `${shortUtcDay(atMs)} ${utcYear(atMs)}`;
const many = (count: number, one: string, more: string) => `${countText(count)} ${count === 1 ? one : more}`;

const SILENCE = "Hours Since Last Device Communication";

interface WidgetWords {
  title: string;
  /** The unit of its figures; empty where the title says it. */
  unit: string;
  /** Its name in the list of widgets and for those who listen, where two widgets have the same title. */
  listed?: string;
}

const widgets: Readonly<Record<WidgetId, WidgetWords>> = {
  totalInsights: { title: "Total Insights", unit: "" },
  totalClasses: { title: "Total Classes", unit: "" },
  totalDevices: { title: "Total Devices", unit: "" },
  insightStatuses: { title: "Insight Statuses", unit: "insights" },
  commsSource: { title: "Comms Source", unit: "insights" },
  insightsLastTwoWeeks: { title: "Insights Last 2 Weeks", unit: "insights a day" },
  insightsByClass: { title: "Insights By Class", unit: "insights" },
  receivedHourByDay: { title: "Insight Received Hour By Day", unit: "insights by hour of receipt" },
  insightDelay: { title: "Insight Delay", unit: "insights by hours of delay" },
  hoursSinceGraph: { title: SILENCE, unit: "hours", listed: `${SILENCE}, graph` },
  hoursSinceTable: { title: SILENCE, unit: "", listed: `${SILENCE}, table` },
  insightsVsImages: { title: "Insights vs Images Processed", unit: "by Sentinel" },
  heatmap: { title: "Heatmap", unit: "insights by position" },
  dailyActivity: { title: "Activity By Hour Of Day", unit: "insights, and height of the sun" },
  detectionRate: { title: "Detections Per 100 Trap Nights", unit: "by Sentinel and class" },
  speciesAccumulation: { title: "Species Accumulation", unit: "species seen so far" },
  lastSeen: { title: "Days Since Last Seen", unit: "days by species" },
  effort: { title: "Effort", unit: "days worked" },
};

const series: Readonly<Record<SeriesName, string>> = {
  insights: "Insights",
  images: "Images processed",
  hoursSince: "Hours",
  sun: "Sun above horizon, °",
  species: "Species",
  daysWorked: "Days worked",
  rate: "Per 100 trap nights",
  daysUnseen: "Days since last seen",
};

const columns: Readonly<Record<ColumnName, string>> = {
  ...series,
  class: "Class",
  device: "Sentinel",
  status: "Status",
  source: "Source",
  day: "Day, UTC",
  hour: "Hour, UTC",
  weekday: "Weekday, UTC",
  delay: "Delay",
  latitude: "Latitude",
  longitude: "Longitude",
  lastSeen: "Last communication",
  lastInsight: "Last seen",
  newSpecies: "Seen for the first time",
  trapNights: "Trap nights",
};

/** Whole words for what a row, a bar or a cell stands for. */
export function labelText(label: Label): string {
  switch (label.kind) {
    case "class":
      return readableClass(label.className);
    case "otherClasses":
      return `Other, ${many(label.count, "class", "classes")}`;
    case "device":
      return label.name;
    case "status":
      return insightsMessages.statusNames[label.status];
    case "source":
      return label.source === null ? insightsMessages.noSource : insightsMessages.sourceNames[label.source];
    case "day":
      return fullUtcDay(label.dayMs);
    case "hour":
      return `${String(label.hour).padStart(2, "0")}:00`;
    case "weekday":
      return WEEKDAYS[label.weekday - 1] ?? "";
    case "delay":
      return delayText(label.least, label.most);
    case "series":
      return series[label.name];
  }
}

/** The same on an axis, where room is short; classes are cut by the chart's own rule. */
export function axisText(label: Label): string {
  if (label.kind === "day") return shortUtcDay(label.dayMs);
  if (label.kind === "hour") return String(label.hour).padStart(2, "0");
  return labelText(label);
}

/** The counts that share a tone. */
export function stepText(least: number, most: number): string {
  return least === most ? countText(least) : `${countText(least)}–${countText(most)}`;
}

function delayText(least: number | null, most: number | null): string {
  if (least === null) return "Below 0 h";
  if (most === null) return `${least} h or more`;
  if (least === 0 && most === 0) return "Below 1 h";
  return least === most ? `${least} h` : `${least}–${most} h`;
}

/** An insight without a class is named all the same. */
function readableClass(className: string): string {
  if (className === "") return "No class";
  const [first = "", ...rest] = className;
  return first.toLocaleUpperCase("en") + rest.join("");
}

export function cellText(cell: Cell): string {
  if (cell === null) return "–";
  if (typeof cell === "number") return countText(cell);
  if (cell.kind === "moment") return fullUtc(cell.atMs);
  if (cell.kind === "figure") return cell.value.toFixed(cell.digits);
  if (cell.kind === "classes") return cell.classNames.map(readableClass).join(", ");
  return labelText(cell);
}

/** Remarks about a picture's figures. @param remark about its widget */
export function remarksOf(picture: WidgetPicture, remark: string | null): string[] {
  const notes = "notes" in picture ? (picture.notes ?? []).map(noteText) : [];
  return remark === null || picture.kind === "effortMissing" ? notes : [...notes, remark];
}

function noteText(note: Note): string {
  switch (note.kind) {
    case "sunAt": {
      const position = `${note.latitude.toFixed(1)}°, ${note.longitude.toFixed(1)}°`;
      return `Sun over ${position} on ${fullUtcDay(note.dayMs)}, the median day of these insights.`;
    }
    case "sunUnknown":
      return "The sun is not shown: these insights have no position, or are too far apart to share one sunrise.";
    case "neverSeen":
      return `${many(note.devices, "Sentinel", "Sentinels")} never reported.`;
    case "effortUnknown":
      return `Without a report in these days: ${many(note.devices, "Sentinel", "Sentinels")}.`;
    case "daysCounted":
      return `Days counted: ${fullUtcDay(note.fromMs)} to ${fullUtcDay(note.toMs)}.`;
    case "withoutPlace":
      return `${many(note.insights, "insight has", "insights have")} no position.`;
    case "imagesAreTotals":
      return "Images processed are the total of each Sentinel, as it last reported it. Filters do not change them.";
  }
}

/** Texts of the dashboard; sentences of the specification are literal. */
export const dashboardMessages = {
  title: "Dashboard",
  utc: "All times in UTC",
  widgets,
  columns,
  downloadPdf: "Download PDF",
  pdfFailed: "The PDF could not be made. Try again.",
  showArchived: "Show archived",
  customize: "Customize Dashboard",
  noWidgets: "No widgets selected",
  noWidgetsNext: "Choose what to show under “Customize Dashboard”.",
  mapMissing: "The map could not be loaded. Reload the page to try again.",
  chartMissing: "The chart could not be loaded. Reload the page, or show it as a table.",
  noData: "No Data",
  tooMany: {
    classes: "Too many insight classes. Please filter to fewer class names.",
    devices: "Too many devices. Please filter to fewer devices.",
  },
  effortMissing:
    "The days on which Sentinels reported are not on this device. They are loaded when you are online.",
  effortAsOf: (atMs: number) => `Reports as of ${fullUtc(atMs)}.`,
  showTable: (title: string) => `Show as a table: ${title}`,
  showChart: (title: string) => `Show as a chart: ${title}`,
  copyTable: "Copy the table",
  copied: "Table copied",
  copyFailed: "The table could not be copied: select it and copy it by hand.",
  moreRows: (hidden: number) => `${countText(hidden)} more rows: copy the table to have all.`,
  chartOf: (title: string, unit: string) => (unit === "" ? `Chart: ${title}` : `Chart: ${title}, ${unit}`),
  pdf: {
    made: (atMs: number) => `Made on ${fullUtc(atMs)}. All times in UTC.`,
    filters: "Filters",
    noFilters: "None: all insights that are not archived",
    noFiltersArchived: "None: all insights, archived ones too",
    archivedShown: "Archived ones too",
    moreRows: (hidden: number) => `${countText(hidden)} more rows are on the screen.`,
  },
} as const;
