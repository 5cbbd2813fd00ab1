import type { DateOrder } from "./cells/date-order.ts";
import type { TimeZoneRule } from "./cells/time-zone.ts";
import type { ImportRecord } from "./import-record.ts";
import type { PackageSource } from "./source/package-source.ts";

export interface ReadOptions {
  /** The zone of times without one. */
  zone: TimeZoneRule;
  /** The order of day and month where the year stands last; without it the tables must show it. */
  dates?: DateOrder | null;
  /** Detections and classifications of a model below this confidence, 0 to 1, are not used. */
  threshold?: number;
  /** The column that names the species, in formats whose columns each project chooses itself. */
  speciesColumn?: string | null;
}

/**
 * Reads a package of one format as a stream: record by record, or those of a piece of a file together, because a
 * promise for each takes longer than to read it. A bad row becomes a refusal and stops no other.
 *
 * @throws FormatError when the package as a whole is not of this format.
 */
export type FormatReader = (
  source: PackageSource,
  options: ReadOptions,
) => AsyncIterable<ImportRecord | readonly ImportRecord[]>;
