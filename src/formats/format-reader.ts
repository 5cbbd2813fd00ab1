import type { TimeZoneRule } from "./cells/time-zone.ts";
import type { ImportRecord } from "./import-record.ts";
import type { PackageSource } from "./source/package-source.ts";

export interface ReadOptions {
  /** The zone of times without one. */
  zone: TimeZoneRule;
}

/**
 * Reads a package of one format as a stream. A bad row becomes a refusal and stops no other.
 *
 * @throws FormatError when the package as a whole is not of this format.
 */
export type FormatReader = (source: PackageSource, options: ReadOptions) => AsyncIterable<ImportRecord>;
