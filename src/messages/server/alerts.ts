import type { AlertCondition } from "../../domain/alert/alert-condition.ts";

/** The server's sentences about alerts. */
export const ALERT_SENTENCES = {
  otherAlert: "The number of this alert belongs to another one by now.",
  wrongStep: "An alert goes from new to acknowledged, then to resolved.",
} as const;

const hours = (count: number) => (count === 1 ? "1 hour" : `${count} hours`);

/** The sentence that an alert carries, from the moment that it is raised. */
export function alertSummary({ type, threshold, batteryVoltage }: AlertCondition): string {
  switch (type) {
    case "no_recent_insights":
      return `No insights for ${hours(threshold ?? 0)}.`;
    case "no_recent_camera_triggers":
      return `The camera was not triggered for ${hours(threshold ?? 0)}.`;
    case "low_battery":
      return `Battery at ${(batteryVoltage ?? 0).toFixed(2)} V, the limit is ${threshold} V.`;
    case "spypoint_error":
      return "The camera's cable gave an error.";
  }
}
