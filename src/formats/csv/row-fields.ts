import { cellFlag } from "../cells/cell-text.ts";
import type { DateOrder } from "../cells/date-order.ts";
import { parseSourceTime, type SourceTime } from "../cells/source-time.ts";
import type { TimeZoneRule } from "../cells/time-zone.ts";
import type { ReadOptions } from "../format-reader.ts";
import type { NoticeRecord, RefusalRecord } from "../import-record.ts";
import { columnsNotRead } from "../unread-notice.ts";
import type { CsvRow, TableColumns } from "./csv-table.ts";

/** Reads fields of rows. An unreadable field is null and recorded as a refusal, so that the row is taken without it. */
export class RowFields {
  #refusals: RefusalRecord[] = [];
  readonly zone: TimeZoneRule;
  readonly #dates: DateOrder | null;
  readonly #dateOrders = new Map<string, DateOrder>();
  readonly #noticed = new Set<string>();
  /** The headings of tables with the file that has them; of a table that is read twice there are two. */
  readonly #columns = new Map<TableColumns, string>();

  constructor({ zone, dates = null }: ReadOptions) {
    this.zone = zone;
    this.#dates = dates;
  }

  /** Whether dates of this table are read in an order that was given, or found before. */
  knowsDateOrder(file: string): boolean {
    return this.#dates !== null || this.#dateOrders.has(file);
  }

  setDateOrder(file: string, order: DateOrder): void {
    this.#dateOrders.set(file, order);
  }

  /** Whether a file's encoding was not said yet: some tables are read twice. */
  isNewNotice({ code, file }: NoticeRecord): boolean {
    const key = `${code}\n${file}`;
    const isNew = !this.#noticed.has(key);
    this.#noticed.add(key);
    return isNew;
  }

  /** Remembers the heading of a table; further files of a table share that of the first. */
  addColumns(file: string, columns: TableColumns): void {
    if (!this.#columns.has(columns)) this.#columns.set(columns, file);
  }

  /** The columns with values that no reading asked for, file by file, once all tables were read. */
  *unreadColumns(): Generator<NoticeRecord> {
    const unread = new Map<string, readonly string[]>();
    for (const [columns, file] of this.#columns) {
      const before = unread.get(file);
      const names = columns.unread;
      unread.set(file, before === undefined ? names : before.filter((name) => names.includes(name)));
    }
    for (const [file, names] of unread) yield* columnsNotRead(file, names);
  }

  /** The refusals since the last call. */
  takeRefusals(): RefusalRecord[] {
    if (this.#refusals.length === 0) return [];
    const taken = this.#refusals;
    this.#refusals = [];
    return taken;
  }

  /** Whether a refusal since the last `takeRefusals` costs the whole row. */
  get losesRow(): boolean {
    return this.#refusals.some(({ lost }) => lost === "row");
  }

  refuse(row: CsvRow, field: string, code: RefusalRecord["code"], value: string | null): void {
    this.#refusals.push(row.refusal(field, code, value, "field"));
  }

  /** `lost: "row"` where the time is the picture's: without it the insight would be placed at no time. */
  time(row: CsvRow, column: string, lost: RefusalRecord["lost"] = "field"): SourceTime | null {
    return this.timeOf(row, column, row.text(column), lost);
  }

  /** As `time`, for a text that the reader put together of several cells. */
  timeOf(
    row: CsvRow,
    column: string,
    text: string | null,
    lost: RefusalRecord["lost"] = "field",
  ): SourceTime | null {
    if (text === null) return null;
    const time = parseSourceTime(text, this.zone, this.#dates ?? this.#dateOrders.get(row.place.file));
    if (time === null) this.#refusals.push(row.refusal(column, "not_a_time", text, lost));
    return time;
  }

  /** Refuses a cell that says neither yes nor no. */
  checkFlag(row: CsvRow, column: string): void {
    const text = row.text(column);
    if (text !== null && cellFlag(text) === null) this.refuse(row, column, "not_a_flag", text);
  }

  /** A number within limits, both included. */
  number(row: CsvRow, column: string, min: number, max: number): number | null {
    const text = row.text(column);
    if (text === null) return null;
    const value = row.numberIn(text);
    if (value === null) {
      this.refuse(row, column, "not_a_number", text);
      return null;
    }
    if (value < min || value > max) {
      this.refuse(row, column, "out_of_range", text);
      return null;
    }
    return value;
  }

  /** Degrees. Metres of a projected grid are refused, and half a position counts as none. */
  position(
    row: CsvRow,
    latitudeColumn: string,
    longitudeColumn: string,
  ): { latitude: number | null; longitude: number | null } {
    const latitude = this.number(row, latitudeColumn, -90, 90);
    const longitude = this.number(row, longitudeColumn, -180, 180);
    if (latitude !== null && longitude !== null) return { latitude, longitude };
    const half = latitude !== null ? latitudeColumn : longitude !== null ? longitudeColumn : null;
    if (half !== null) this.refuse(row, half, "half_a_position", row.text(half));
    return { latitude: null, longitude: null };
  }
}
