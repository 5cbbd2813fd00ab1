import type { Cell, WidgetTable } from "../../domain/dashboard/picture.ts";
import { isoTime, utcDay } from "../../domain/time.ts";
import { cellText, dashboardMessages } from "../../messages/dashboard/dashboard.ts";

/** A table as text with tabs, as spreadsheets take it; figures without separators, days and moments in ISO 8601. */
export function tableText(table: WidgetTable): string {
  const head = table.columns.map((column) => dashboardMessages.columns[column]);
  const lines = table.rows.map(({ cells }) => cells.map(plainText));
  return [head, ...lines].map((cells) => cells.join("\t")).join("\n");
}

function plainText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (cell.kind === "figure") return String(cell.value);
  if (cell.kind === "moment") return isoTime(cell.atMs);
  if (cell.kind === "day") return utcDay(cell.dayMs);
  return cellText(cell).replaceAll(/[\t\n\r]+/g, " ");
}
