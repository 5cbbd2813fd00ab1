import { useEffect, useMemo } from "react";
import { UNGROUPED } from "../../domain/kept-on-device.ts";
import type { Group } from "../../protocol/shapes.ts";
import type { AddressFilter } from "./insight-address.ts";
import type { FilterCounts } from "./use-filter-counts.ts";

/** A value that the address asks for and that nothing on this device has. */
export interface UnknownValue {
  part: "classNames" | "deviceIds" | "groupIds";
  value: string;
}

interface KnownValues {
  filter: AddressFilter;
  /** Null while they are not counted yet: then nothing is known to be unknown. */
  counts: FilterCounts | null;
  groups: readonly Group[];
  /** The first copy is whole: what is not there then will not come with it. */
  complete: boolean;
}

/** The values of a filter that are not known here. Statuses and sources are read from a fixed list anyway. */
export function unknownValues({ filter, counts, groups, complete }: KnownValues): UnknownValue[] {
  if (counts === null || !complete) return [];
  const known = {
    classNames: counts.classNames.map(({ value }) => value),
    deviceIds: counts.deviceIds.map(({ value }) => value),
    groupIds: [UNGROUPED, ...groups.map(({ group_id }) => group_id)],
  };
  return (["classNames", "deviceIds", "groupIds"] as const).flatMap((part) =>
    (filter[part] ?? []).filter((value) => !known[part].includes(value)).map((value) => ({ part, value })),
  );
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

/** Brings the classes of a typed link into the case of those that are here, in the address too. */
export function useKnownValues(known: KnownValues, mend: (filter: AddressFilter) => void): UnknownValue[] {
  const { filter, counts, groups, complete } = known;
  useEffect(() => {
    const mended = withKnownClasses(filter, counts);
    if (mended !== filter) mend(mended);
  }, [filter, counts, mend]);
  return useMemo(
    () => unknownValues({ filter, counts, groups, complete }),
    [filter, counts, groups, complete],
  );
}
