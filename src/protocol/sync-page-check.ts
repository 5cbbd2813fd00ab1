import { isRecord } from "../domain/record-guard.ts";
import { SYNC_TABLE_KEYS, type SyncPage, type WireTable } from "./sync-page.ts";

/**
 * Whether an answer is a well-formed page of the feed. Other answers (a captive portal's page, an error, another
 * server's JSON) must not reach the mirror. Tables that this version does not know are ignored.
 */
export function isSyncPage(value: unknown): value is SyncPage {
  if (!isRecord(value)) return false;
  const { cursor, more, tables, kept } = value;
  if (typeof cursor !== "string" || cursor === "" || typeof more !== "boolean" || !isRecord(tables))
    return false;
  if (kept !== undefined && !isRetention(kept)) return false;
  return Object.entries(tables).every(([name, table]) => !(name in SYNC_TABLE_KEYS) || isWireTable(table));
}

export function isWireTable(value: unknown): value is WireTable {
  if (!isRecord(value)) return false;
  const { rows, gone = [], columns } = value;
  if (!isCount(rows) || !isRecord(columns)) return false;
  if (!Array.isArray(gone) || !gone.every((key) => typeof key === "string")) return false;
  return Object.values(columns).every((column) => isColumnOf(column, rows));
}

function isRetention(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { days, since, groups } = value;
  if ((days === null) !== (since === null)) return false;
  if (days !== null && !(isCount(days) && Number.isSafeInteger(since))) return false;
  return groups === null || (Array.isArray(groups) && groups.every((group) => typeof group === "string"));
}

function isColumnOf(column: unknown, rows: number): boolean {
  if (Array.isArray(column)) return column.length === rows;
  if (!isRecord(column)) return false;
  if ("all" in column) return true;
  const { dict, at, delta, null: nulls = [] } = column;
  if (Array.isArray(dict)) {
    return isListOf(at, rows, (place) => Number.isInteger(place) && place >= -1 && place < dict.length);
  }
  return (
    isListOf(delta, rows, Number.isSafeInteger) &&
    Array.isArray(nulls) &&
    nulls.every((row) => isCount(row) && row < rows)
  );
}

function isListOf(value: unknown, rows: number, holds: (entry: number) => boolean): boolean {
  return Array.isArray(value) && value.length === rows && value.every((entry: number) => holds(entry));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
