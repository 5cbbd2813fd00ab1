import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo } from "react";
import type { FilterCounts } from "../../../parts/insight-filter/filter-counts.ts";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightPage } from "../../../query/insight-engine.ts";
import type { MirrorReader } from "../../../storage/mirror/mirror-reader.ts";
import type { AddressActions } from "../list/address-actions.ts";
import { type UnknownValue, unknownValues, withKnownClasses } from "./known-values.ts";

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
  address: Pick<AddressActions, "address" | "mendFilter">;
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
