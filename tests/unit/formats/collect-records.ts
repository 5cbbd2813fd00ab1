import { UTC_RULE } from "../../../src/formats/cells/time-zone.ts";
import type { FormatReader, ReadOptions } from "../../../src/formats/format-reader.ts";
import type { ImportRecord } from "../../../src/formats/import-record.ts";
import type { PackageSource } from "../../../src/formats/source/package-source.ts";

/** All records of a package, by kind. */
export async function collectRecords(
  read: FormatReader,
  source: PackageSource,
  options: Partial<ReadOptions> = {},
) {
  const all: ImportRecord[] = [];
  for await (const piece of read(source, { zone: UTC_RULE, ...options })) all.push(...[piece].flat());
  const ofKind = <Kind extends ImportRecord["kind"]>(kind: Kind) =>
    all.filter((record): record is Extract<ImportRecord, { kind: Kind }> => record.kind === kind);
  return {
    all,
    devices: ofKind("device"),
    collections: ofKind("collection"),
    insights: ofKind("insight"),
    refusals: ofKind("refusal"),
    notices: ofKind("notice"),
  };
}

/** How often each value occurs. */
export function countBy<T>(list: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of list) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}
