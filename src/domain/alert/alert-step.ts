import { ALERT_STATUSES, type AlertStatus, nextAlertStatus } from "./alert.ts";

/**
 * The kind of the outbox's actions that are steps of alerts: the subject is the alert's id, the value the status to
 * set, and the base the status that the person saw.
 */
export const ALERT_STATUS = "alertStatus";

export function isAlertStatus(value: unknown): value is AlertStatus {
  return ALERT_STATUSES.some((status) => status === value);
}

/** The steps that lead from one status to another, in their order; none where it is reached or passed already. */
export function stepsBetween(from: AlertStatus, to: AlertStatus): readonly AlertStatus[] {
  const steps: AlertStatus[] = [];
  let at = from;
  for (let step = nextAlertStatus(at); step !== null && isFurther(to, at); step = nextAlertStatus(at)) {
    steps.push(step);
    at = step;
  }
  return steps;
}

/**
 * The status to show where the server and the outbox differ: no status goes back, so the further one is the newer
 * one. An alert that the server closed while an acknowledgement waits is resolved.
 */
export function furtherStatus(server: AlertStatus, waiting: AlertStatus): AlertStatus {
  return isFurther(waiting, server) ? waiting : server;
}

/** Whether `status` comes after `than` on the way of an alert. */
export function isFurther(status: AlertStatus, than: AlertStatus): boolean {
  return ALERT_STATUSES.indexOf(status) > ALERT_STATUSES.indexOf(than);
}
