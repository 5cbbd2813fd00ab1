import { type CellValue, type ColumnType, cellText } from "./table-cell.ts";

/** What the insights' file is called, letter by letter; other tables put their own name in its place. */
export function csvFileName(table: string): string {
  return `sentinel_${table}.csv`;
}

/** Elements and buttons are not written; every other column is, hidden ones too. */
export function isExported(type: ColumnType): boolean {
  return type !== "element" && type !== "buttons";
}

/**
 * One value for the file, whole: commas become spaces, and text that a spreadsheet would take for a formula
 * gets an apostrophe before it. Figures, dates and percents cannot be formulas and stay as they are.
 */
export function csvValue(type: ColumnType, value: CellValue): string {
  const text = cellText(type, value).replaceAll(",", " ");
  return typeof value === "number" ? text : text.replace(/^[=+\-@\t\r]/, "'$&");
}
