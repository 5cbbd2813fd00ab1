import { cellNumber } from "../cells/cell-text.ts";
import { parseSourceTime, type SourceTime } from "../cells/source-time.ts";
import type { TimeZoneRule } from "../cells/time-zone.ts";
import type { RefusalRecord } from "../import-record.ts";
import type { CsvRow } from "./csv-table.ts";

/** Reads fields of rows. An unreadable field is null and recorded as a refusal, so that the row is taken without it. */
export class RowFields {
  #refusals: RefusalRecord[] = [];
  readonly #zone: TimeZoneRule;

  constructor(zone: TimeZoneRule) {
    this.#zone = zone;
  }

  /** The refusals since the last call. */
  takeRefusals(): RefusalRecord[] {
    if (this.#refusals.length === 0) return [];
    const taken = this.#refusals;
    this.#refusals = [];
    return taken;
  }

  refuse(row: CsvRow, field: string, code: RefusalRecord["code"], value: string | null): void {
    this.#refusals.push(row.refusal(field, code, value, "field"));
  }

  time(row: CsvRow, column: string): SourceTime | null {
    const text = row.text(column);
    if (text === null) return null;
    const time = parseSourceTime(text, this.#zone);
    if (time === null) this.refuse(row, column, "not_a_time", text);
    return time;
  }

  /** A number within limits, both included. */
  number(row: CsvRow, column: string, min: number, max: number): number | null {
    const text = row.text(column);
    if (text === null) return null;
    const value = cellNumber(text);
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
