import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { useAlertsView } from "../../client/alerts-view.ts";
import { useDevicesView } from "../../client/devices-view.ts";
import { type AlertItem, alertItems } from "./alert-line.ts";

/** Alerts with their Sentinels, newest first; undefined until both are read. */
export function useAlertItems(): readonly AlertItem[] | undefined {
  const alerts = useAlertsView();
  const view = useDevicesView();
  return useMemo(() => (alerts && view ? alertItems(alerts, view) : undefined), [alerts, view]);
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
