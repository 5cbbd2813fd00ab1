import { useLiveQuery } from "dexie-react-hooks";
import { useMemo } from "react";
import { ALERT_STATUS, furtherStatus, isAlertStatus } from "../domain/alert/alert-step.ts";
import type { WriteValue } from "../domain/outbox/outbox-record.ts";
import type { Alert } from "../protocol/shapes.ts";
import { useServices } from "./services.tsx";
import { useMirroredTable } from "./use-sync.ts";
import { useWaitingWrites } from "./use-waiting-writes.ts";

/** An alert as every screen shows it: the mirror's row with the steps in the outbox laid over its status. */
export interface ShownAlert extends Alert {
  /** Its status is not in the mirror yet. */
  waiting: boolean;
}

/** Statuses that this person set and that are still in the outbox, by the id of the alert. */
type AlertSteps = ReadonlyMap<string, WriteValue>;

/**
 * The projection of alerts, mirror and outbox together, newest first; undefined until the mirror is read. Screens read
 * alerts here and nowhere else.
 */
export function useAlertsView(): readonly ShownAlert[] | undefined {
  const alerts = useMirroredTable("alerts");
  const steps = useWaitingWrites(ALERT_STATUS);
  return useMemo(() => alerts && alertsView(alerts, steps), [alerts, steps]);
}

export function alertsView(alerts: readonly Alert[], steps: AlertSteps): readonly ShownAlert[] {
  return alerts.map((alert) => {
    const step = steps.get(alert.id);
    const status = isAlertStatus(step) ? furtherStatus(alert.status, step) : alert.status;
    return { ...alert, status, waiting: status !== alert.status };
  });
}

/** The number of alerts that show as new, for the badge. */
export function useNewAlertCount(): number {
  const { mirror } = useServices();
  const steps = useWaitingWrites(ALERT_STATUS);
  return useLiveQuery(() => mirror.countNewAlerts([...steps.keys()]), [mirror, steps], 0);
}
