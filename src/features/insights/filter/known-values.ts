import { UNGROUPED } from "../../../domain/offline/retention.ts";
import type { AddressFilter } from "../../../parts/insight-filter/filter-address.ts";
import type { FilterCounts } from "../../../parts/insight-filter/filter-counts.ts";
import type { Group } from "../../../protocol/shapes.ts";

/** A value that the address asks for and that nothing on this device has. */
export interface UnknownValue {
  part: "classNames" | "deviceIds" | "deviceName" | "groupIds";
  value: string;
}

interface KnownValues {
  filter: AddressFilter;
  /** Null while they are not counted yet: then nothing is known to be unknown. */
  counts: FilterCounts | null;
  groups: readonly Group[];
  /** Names of all Sentinels that are known; null while they are not read. */
  deviceNames: ReadonlySet<string> | null;
  /** The first copy is whole: what is not there then will not come with it. */
  complete: boolean;
}

/** The values of a filter that are not known here. Statuses and sources are read from a fixed list anyway. */
export function unknownValues(values: KnownValues): UnknownValue[] {
  const { filter, counts, groups, deviceNames, complete } = values;
  if (counts === null || !complete) return [];
  const known = {
    classNames: counts.classNames.map(({ value }) => value),
    deviceIds: counts.deviceIds.map(({ value }) => value),
    groupIds: [UNGROUPED, ...groups.map(({ group_id }) => group_id)],
  };
  const unknown: UnknownValue[] = (["classNames", "deviceIds", "groupIds"] as const).flatMap((part) =>
    (filter[part] ?? []).filter((value) => !known[part].includes(value)).map((value) => ({ part, value })),
  );
  const { deviceName } = filter;
  if (deviceName && deviceNames?.has(deviceName) === false) {
    unknown.push({ part: "deviceName", value: deviceName });
  }
  return unknown;
}

/** The same filter with each class as it is written here; the same object where all are. */
export function withKnownClasses(filter: AddressFilter, counts: FilterCounts | null): AddressFilter {
  const known = counts?.classNames.map(({ value }) => value) ?? [];
  const written = (filter.classNames ?? []).map((name) =>
    known.includes(name) ? name : (known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name),
  );
  const same = written.every((name, at) => name === filter.classNames?.[at]);
  return same ? filter : { ...filter, classNames: [...new Set(written)] };
}
