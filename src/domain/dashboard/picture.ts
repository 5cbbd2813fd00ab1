import type { CommsSource, InsightStatus } from "../insight/insight.ts";

/** The subject of a row, a bar or a cell; put into words by src/messages/dashboard. */
export type Label =
  | { kind: "class"; className: string }
  | { kind: "otherClasses"; count: number }
  | { kind: "device"; name: string }
  | { kind: "status"; status: InsightStatus }
  | { kind: "source"; source: CommsSource | null }
  /** Midnight of a UTC day, epoch ms. */
  | { kind: "day"; dayMs: number }
  | { kind: "hour"; hour: number }
  /** 1 is Monday. */
  | { kind: "weekday"; weekday: number }
  /** Whole hours, both included; null where there is no bound. */
  | { kind: "delay"; least: number | null; most: number | null }
  | { kind: "series"; name: SeriesName };

/** Series and columns that have a name of their own. */
export type SeriesName =
  | "insights"
  | "images"
  | "hoursSince"
  | "sun"
  | "species"
  | "daysWorked"
  | "rate"
  | "daysUnseen";

export type ColumnName =
  | SeriesName
  | "class"
  | "device"
  | "status"
  | "source"
  | "day"
  | "hour"
  | "weekday"
  | "delay"
  | "latitude"
  | "longitude"
  | "lastSeen"
  | "lastInsight"
  | "newSpecies"
  | "trapNights";

/** A moment is epoch ms; a figure has at most so many digits behind the point. */
export type Cell =
  | Label
  | { kind: "classes"; classNames: readonly string[] }
  | { kind: "moment"; atMs: number }
  | { kind: "figure"; value: number; digits: number }
  | number
  | null;

export interface TableRow {
  cells: readonly Cell[];
  link?: InsightLink;
}

/** The table behind a picture: what a screen reader reads, what is copied, and what the PDF prints. */
export interface WidgetTable {
  columns: readonly ColumnName[];
  rows: readonly TableRow[];
}

/** The insights behind a part of a picture: what is asked for beside the dashboard's filter. */
export interface InsightLink {
  className?: string;
  /** Any of these. */
  classNames?: readonly string[];
  deviceId?: string;
  status?: InsightStatus;
  source?: CommsSource;
  /** Of the shown time, both included. */
  fromMs?: number;
  toMs?: number;
  hour?: number;
  receivedHour?: number;
  receivedWeekday?: number;
  minDelayHours?: number;
  maxDelayHours?: number;
  /** Beside the delay widget's own filter instead of the dashboard's. */
  underDelayFilter?: boolean;
}

export interface Series {
  label: Label;
  /** One a category. */
  values: readonly (number | null)[];
  /** One a category; null where a part of the picture stands for no insights. */
  links?: readonly (InsightLink | null)[];
  /** A line over the bars, on an axis of its own. */
  line?: boolean;
  /** Bars on an axis of their own at the opposite edge, because their figures are of another order. */
  secondAxis?: boolean;
}

export type Note =
  | { kind: "sunAt"; latitude: number; longitude: number; dayMs: number }
  | { kind: "sunUnknown" }
  | { kind: "neverSeen"; devices: number }
  | { kind: "effortUnknown"; devices: number }
  /** The days over which effort is counted, epoch ms, both included. */
  | { kind: "daysCounted"; fromMs: number; toMs: number }
  | { kind: "withoutPlace"; insights: number }
  | { kind: "imagesAreTotals" };

interface Noted {
  table: WidgetTable;
  notes?: readonly Note[];
}

/** The content of a widget as data: drawn on the screen and in the PDF by the same rules. */
export type WidgetPicture =
  | { kind: "noData" }
  /** The days on which Sentinels reported are not on this device. */
  | { kind: "effortMissing" }
  | ({ kind: "tooMany"; of: "classes" | "devices" } & Noted)
  | ({ kind: "figure"; value: number } & Noted)
  | ({ kind: "table" } & Noted)
  | ({ kind: "share"; parts: readonly { label: Label; value: number; link?: InsightLink }[] } & Noted)
  | ({
      kind: "bars";
      across: boolean;
      stacked: boolean;
      categories: readonly Label[];
      series: readonly Series[];
    } & Noted)
  | ({ kind: "steps"; categories: readonly Label[]; series: readonly Series[] } & Noted)
  | ({
      kind: "grid";
      rows: readonly Label[];
      columns: readonly Label[];
      values: readonly (readonly number[])[];
      links: readonly (readonly InsightLink[])[];
    } & Noted)
  | ({ kind: "places"; places: readonly { latitude: number; longitude: number; count: number }[] } & Noted);
