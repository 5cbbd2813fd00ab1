import { DateOrderEvidence, orderProvenBy, splitYearLast } from "../cells/date-order.ts";
import { FormatError } from "../format-error.ts";
import type { NoticeRecord } from "../import-record.ts";
import type { PackageSource } from "../source/package-source.ts";
import { type CsvRow, readTable, type TableEntry, type TableHeading } from "./csv-table.ts";
import type { RowFields } from "./row-fields.ts";

/**
 * A table with times, in one file or several. At the first date that may be read with the day first and with the month
 * first, the whole file is searched for a date that shows the order, which is said in a notice.
 *
 * @throws FormatError as `readTable` does; `unclear_dates` and `contradicting_dates` where the dates do not show it
 * and `fields` was not given an order.
 */
export async function* readDatedTable(
  source: PackageSource,
  files: string | readonly string[],
  required: readonly string[],
  times: readonly string[],
  fields: RowFields,
): AsyncGenerator<TableEntry> {
  for await (const entries of readDatedPieces(source, files, required, times, fields)) yield* entries;
}

/** Reads as `readDatedTable` does; the rows of a piece of the file come together. */
export async function* readDatedPieces(
  source: PackageSource,
  files: string | readonly string[],
  required: readonly string[],
  times: readonly string[],
  fields: RowFields,
): AsyncGenerator<TableEntry[]> {
  const heading: TableHeading = { columns: null };
  for (const file of typeof files === "string" ? [files] : files) {
    for await (const entries of readTable(source, file, required, heading)) {
      for (const row of entries) {
        if ("kind" in row) continue;
        fields.addColumns(file, row.columns);
        if (!fields.knowsDateOrder(file) && times.some((column) => needsOrder(row, column)))
          yield await findDateOrder(source, file, times, fields, { columns: heading.columns });
      }
      yield entries.filter(
        (entry) => !("kind" in entry) || entry.kind !== "notice" || fields.isNewNotice(entry),
      );
    }
  }
}

function needsOrder(row: CsvRow, column: string): boolean {
  const date = splitYearLast(row.text(column) ?? "");
  return date !== null && ["dmy", "mdy", "unclear"].includes(orderProvenBy(date));
}

async function findDateOrder(
  source: PackageSource,
  file: string,
  times: readonly string[],
  fields: RowFields,
  heading: TableHeading,
): Promise<NoticeRecord[]> {
  const evidence = new DateOrderEvidence();
  // With the columns known, a heading is read as a row too; it holds no date.
  for await (const entries of readTable(source, file, [], heading)) {
    for (const row of entries) {
      if ("kind" in row) continue;
      for (const column of times) evidence.add(row.text(column) ?? "");
    }
  }
  const { verdict } = evidence;
  if (verdict === null) return [];
  if (verdict.order === null) {
    const code = verdict.examples.length > 1 ? "contradicting_dates" : "unclear_dates";
    throw new FormatError(code, { file, dates: verdict.examples.join(", ") });
  }
  fields.setDateOrder(file, verdict.order);
  const code = verdict.order === "dmy" ? "day_first" : "month_first";
  return [{ kind: "notice", code, file, count: 1, example: verdict.example }];
}
