import Papa from "papaparse";
import type { CellValue, ColumnType } from "../../../domain/table/table-cell.ts";
import { csvValue } from "../../../domain/table/table-csv.ts";

export interface CsvBatch {
  columns: readonly { label: string; type: ColumnType }[];
  withHead: boolean;
  rows: readonly (readonly CellValue[])[];
}

const NEWLINE = "\r\n";

export function csvLines({ columns, withHead, rows }: CsvBatch): string {
  const head = withHead ? [columns.map(({ label }) => csvValue("string", label))] : [];
  const body = rows.map((row) => columns.map(({ type }, at) => csvValue(type, row[at] ?? null)));
  const lines = [...head, ...body];
  return lines.length === 0 ? "" : Papa.unparse(lines, { newline: NEWLINE, quotes: true }) + NEWLINE;
}
