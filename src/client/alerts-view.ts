import { useLiveQuery } from "dexie-react-hooks";
import { useMemo } from "react";
import { ALERT_STATUS, furtherStatus, isAlertStatus } from "../domain/alert/alert-step.ts";
import type { WriteValue } from "../domain/outbox/outbox-record.ts";
import type { Alert } from "../protocol/shapes.ts";
import { useServices } from "./services.tsx";
import { useMirrored, useMirroredTable } from "./use-sync.ts";
import { useWaitingWrites } from "./use-waiting-writes.ts";

/** An alert as every screen shows it: the mirror's row with the steps in the outbox laid over its status. */
export interface ShownAlert extends Alert {
  /** Its status is not in the mirror yet. */
  waiting: boolean;
}

/** Statuses that this person set and that are still in the outbox, by the id of the alert. */
type AlertSteps = ReadonlyMap<string, WriteValue>;

/** Shown while the rest is read: more than a screen and a page of the table show. */
const NEWEST = 200;

export interface AlertsView {
  readonly alerts: readonly ShownAlert[];
  /** Older ones are still being read. */
  readonly isPart: boolean;
}

/**
 * The projection of alerts, mirror and outbox together, newest first; undefined until the mirror is read. Screens read
 * alerts here and nowhere else.
 *
 * @param withResolved else only those that are new or acknowledged in the mirror. All of years are read after the
 * newest ones, which are shown meanwhile
 */
export function useAlertsView(withResolved = false): AlertsView | undefined {
  const newest = useMirrored(
    async (mirror) => (withResolved ? await mirror.newestAlerts(NEWEST) : null),
    String(withResolved),
  );
  const head = withResolved ? (newest ?? undefined) : undefined;
  const isAll = head !== undefined && head.length < NEWEST;
  const whole = useMirroredTable(
    withResolved ? "alerts" : "openAlerts",
    !withResolved || (head !== undefined && !isAll),
  );
  const steps = useWaitingWrites(ALERT_STATUS);
  const alerts = isAll ? head : (whole ?? head);
  const isPart = !isAll && whole === undefined;
  return useMemo(() => alerts && { alerts: alertsView(alerts, steps), isPart }, [alerts, steps, isPart]);
}

export function alertsView(alerts: readonly Alert[], steps: AlertSteps): readonly ShownAlert[] {
  return alerts.map((alert) => shownAlert(alert, steps));
}

function shownAlert(alert: Alert, steps: AlertSteps): ShownAlert {
  const step = steps.get(alert.id);
  const status = isAlertStatus(step) ? furtherStatus(alert.status, step) : alert.status;
  return { ...alert, status, waiting: status !== alert.status };
}

/** One alert, whatever its status; null where it is not on this device, undefined until that is known. */
export function useAlertView(id: string): ShownAlert | null | undefined {
  const read = useMirrored(async (mirror) => ({ id, alert: await mirror.alert(id) }), id);
  const steps = useWaitingWrites(ALERT_STATUS);
  return useMemo(() => {
    if (read?.id !== id) return undefined;
    return read.alert === undefined ? null : shownAlert(read.alert, steps);
  }, [read, id, steps]);
}

/** The number of alerts that show as new, for the badge and the title of the screen. */
export function useNewAlertCount(): number {
  const { mirror } = useServices();
  const steps = useWaitingWrites(ALERT_STATUS);
  return useLiveQuery(() => mirror.countNewAlerts([...steps.keys()]), [mirror, steps], 0);
}
