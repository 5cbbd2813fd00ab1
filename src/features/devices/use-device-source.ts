import { useEffect, useMemo, useState } from "react";
import type { ShownDevice } from "../../client/devices-view.ts";
import type { FirstShown } from "../../client/first-devices.ts";
import type { TableColumn } from "../../ui/data-table/table-column.ts";
import {
  createFirstRowsSource,
  createMemorySource,
  type TablePageSource,
} from "../../ui/data-table/table-source.ts";

type Source = TablePageSource<ShownDevice>;

/** The rows of the table: all Sentinels, or the first ones while all are being read. @param all in the table's order */
export function useDeviceSource(
  all: readonly ShownDevice[] | undefined,
  first: FirstShown | null,
  columns: readonly TableColumn<ShownDevice>[],
): Source {
  const whole = useMemo(
    () => (all === undefined ? null : createMemorySource(all, { columns })),
    [all, columns],
  );
  const later = useLater(whole);
  return useMemo(
    () => whole ?? createFirstRowsSource(first?.devices ?? [], first?.held ?? 0, later),
    [whole, first, later],
  );
}

/** A promise of the first value that is not null. */
function useLater<T>(value: T | null): Promise<T> {
  const [{ promise, resolve }] = useState(() => {
    let resolve = (_: T) => {};
    const promise = new Promise<T>((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  });
  useEffect(() => {
    if (value !== null) resolve(value);
  }, [value, resolve]);
  return promise;
}
