import { guardFormula } from "../csv-cell.ts";
import { type CellValue, type ColumnType, cellText } from "./table-cell.ts";

/** The file name of a table's CSV. The specification fixes it for insights. */
export function csvFileName(table: string): string {
  return `sentinel_${table}.csv`;
}

/** Columns of elements and buttons are not exported; all others are, hidden ones too. */
export function isExported(type: ColumnType): boolean {
  return type !== "element" && type !== "buttons";
}

/**
 * One value for the file, uncut: commas become spaces, and text that a spreadsheet would take for a formula gets an
 * apostrophe before it. Numbers, dates and percents cannot be formulas.
 */
export function csvValue(type: ColumnType, value: CellValue): string {
  const text = cellText(type, value).replaceAll(",", " ");
  return typeof value === "number" ? text : guardFormula(text);
}
