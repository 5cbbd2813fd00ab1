import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "wouter";
import { useAlertsView, useAlertView } from "../../client/alerts-view.ts";
import { useDevicesView } from "../../client/devices-view.ts";
import { type AlertItem, alertItems } from "./alert-line.ts";

/** Alerts with their Sentinels, newest first. */
export interface AlertItems {
  readonly items: readonly AlertItem[];
  /** Older ones are still being read. */
  readonly isPart: boolean;
}

/**
 * The alerts of the list; undefined until they and their Sentinels are read for the first time. While others are read,
 * as where resolved ones are asked for, those of before are a part of them.
 *
 * @param withResolved else only those that are new or acknowledged
 */
export function useAlertItems(withResolved: boolean): AlertItems | undefined {
  const view = useAlertsView(withResolved);
  const devices = useDevicesView();
  const before = useRef<readonly AlertItem[]>(undefined);
  const items = useMemo(() => view && devices && alertItems(view.alerts, devices), [view, devices]);
  useEffect(() => {
    if (items !== undefined) before.current = items;
  }, [items]);
  const shown = items ?? before.current;
  const isPart = view?.isPart ?? true;
  return useMemo(() => shown && { items: shown, isPart }, [shown, isPart]);
}

/** One alert, whatever its status; null where it is not on this device, undefined until that is known. */
export function useAlertItem(id: string): AlertItem | null | undefined {
  const alert = useAlertView(id);
  const view = useDevicesView();
  return useMemo(() => {
    if (alert === undefined || view === undefined) return undefined;
    return alert === null ? null : (alertItems([alert], view)[0] ?? null);
  }, [alert, view]);
}

const RESOLVED = "resolved";

/** Whether resolved alerts are shown, in the address. */
export function useShowResolved(): [boolean, (show: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const setShown = (show: boolean) =>
    setSearch(
      (before) => {
        const written = new URLSearchParams(before);
        // The other list has other pages, so it begins at its first one.
        written.delete("page");
        if (show) written.set(RESOLVED, "1");
        else written.delete(RESOLVED);
        return written;
      },
      { replace: true },
    );
  return [search.get(RESOLVED) === "1", setShown];
}
