import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo } from "react";
import { UNGROUPED } from "../../../domain/offline/retention.ts";
import type { AddressFilter } from "../../../parts/insight-filter/filter-address.ts";
import type { FilterCounts } from "../../../parts/insight-filter/use-filter-counts.ts";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightPage } from "../../../query/insight-engine.ts";
import type { MirrorReader } from "../../../storage/mirror-reader.ts";

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

/**
 * The names that a link may call Sentinels by, their own and the preferred ones; null where `wanted` is false or they
 * are not read yet. One without insights is known too.
 */
function useDeviceNames(mirror: MirrorReader, wanted: boolean): ReadonlySet<string> | null {
  const names = useLiveQuery(async () => {
    if (!wanted) return null;
    const devices = await mirror.devices();
    return new Set(
      devices.flatMap(({ device_name, display_name }) =>
        [device_name, display_name].filter((name) => name !== null),
      ),
    );
  }, [mirror, wanted]);
  return names ?? null;
}

interface KnownValuesInput {
  address: { address: { filter: AddressFilter }; mendFilter(filter: AddressFilter): void };
  mirror: MirrorReader;
  counts: FilterCounts | null;
  groups: readonly Group[];
  page: InsightPage | null;
}

/** What is not known here; brings the classes of a typed link into the case of those that are, in the address too. */
export function useKnownValues(input: KnownValuesInput): UnknownValue[] {
  const { mirror, counts, groups, page } = input;
  const { mendFilter: mend } = input.address;
  const { filter } = input.address.address;
  const deviceNames = useDeviceNames(mirror, filter.deviceName !== undefined);
  const complete = page?.complete ?? false;
  useEffect(() => {
    const mended = withKnownClasses(filter, counts);
    if (mended !== filter) mend(mended);
  }, [filter, counts, mend]);
  return useMemo(
    () => unknownValues({ filter, counts, groups, deviceNames, complete }),
    [filter, counts, groups, deviceNames, complete],
  );
}
