import { useEffect, useMemo } from "react";
import { useDeviceNames } from "../../../client/devices-view.ts";
import type { FilterCounts } from "../../../parts/insight-filter/filter-counts.ts";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightPage } from "../../../query/insight-engine.ts";
import type { AddressActions } from "../list/address-actions.ts";
import { type UnknownValue, unknownValues, withKnownClasses } from "./known-values.ts";

interface KnownValuesInput {
  address: Pick<AddressActions, "address" | "mendFilter">;
  counts: FilterCounts | null;
  groups: readonly Group[];
  page: InsightPage | null;
}

/**
 * Values of the filter that this device does not know. Class names from a typed link that differ from known ones only
 * in case are corrected, in the address too.
 */
export function useKnownValues(input: KnownValuesInput): UnknownValue[] {
  const { counts, groups, page } = input;
  const { mendFilter: mend } = input.address;
  const { filter } = input.address.address;
  const deviceNames = useDeviceNames(filter.deviceName !== undefined);
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
