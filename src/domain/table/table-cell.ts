import { toWholePercent } from "../insight/insight.ts";

/** The types of columns of the shared table. */
export const COLUMN_TYPES = ["string", "date", "number", "percent", "element", "buttons", "list"] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** One value: text, epoch ms for "date", 0–1 for "percent", texts for "list"; null where there is none. */
export type CellValue = string | number | readonly string[] | null;

/** How many characters of a string a cell shows; what is exported is never cut. */
const STRING_CELL_CHARACTERS = 50;
/** How many characters of a list a cell shows. */
const LIST_CELL_CHARACTERS = 200;
const LIST_SEPARATOR = "; ";

/** The whole of a value as text: dates as ISO 8601 in UTC, fractions in whole percent, lists joined by "; ". */
export function cellText(type: ColumnType, value: CellValue): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value !== "number") return value.join(LIST_SEPARATOR);
  if (!Number.isFinite(value)) return "";
  if (type === "percent") return `${toWholePercent(value)}%`;
  if (type !== "date") return String(value);
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}

/** The text that a cell shows: strings are cut at 50 characters, lists at 200, others not. */
export function cutCell(type: ColumnType, text: string): string {
  if (type === "string") return cutString(text);
  return type === "list" ? cutList(text) : text;
}

/** Cuts a string for a cell: 50 characters, and an ellipsis where something is missing. */
export function cutString(text: string): string {
  return cut(text, STRING_CELL_CHARACTERS);
}

/** Cuts a list for a cell: 200 characters, and an ellipsis where something is missing. */
export function cutList(text: string): string {
  return cut(text, LIST_CELL_CHARACTERS);
}

/** The first `limit` characters as a person counts them, so that no surrogate pair is cut. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit).join("")}…`;
}
