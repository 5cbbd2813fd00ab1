import { StatusReport, StatusSummary } from "../../../src/protocol/ingest.ts";

/** The greatest size of a stored start report, in characters: every mirror that has the Sentinel holds it. */
const STARTUP_DATA_CHARACTERS = 20_000;
const STARTUP_DATA_LEVELS = 20;

/** A report without unknown fields, which would otherwise be stored without a bound. */
export function knownReport(report: StatusReport): StatusReport {
  const known = pick(report, StatusReport.properties);
  return known.summary == null ? known : { ...known, summary: pick(known.summary, StatusSummary.properties) };
}

/** Whether a Sentinel's report of its start is small and flat enough to be stored. */
export function isStartupData(value: unknown): boolean {
  if (!isFlat(value, STARTUP_DATA_LEVELS)) return false;
  return (JSON.stringify(value)?.length ?? 0) <= STARTUP_DATA_CHARACTERS;
}

function isFlat(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isFlat(inner, levels - 1));
}

function pick<T extends object>(from: T, names: Readonly<Record<string, unknown>>): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(names, name))) as T;
}
