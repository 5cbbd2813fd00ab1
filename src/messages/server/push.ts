import type { AlertType } from "../../domain/alert/alert.ts";

/** The server's sentences about push messages. */
export const PUSH_SENTENCES = {
  endpoint: "This is not an address that a browser gives for push messages.",
  keys: "These are not keys that a browser gives for push messages.",
  otherBrowser: "This address belongs to another browser.",
  /** In the log of deliveries, where no push service was asked. */
  goneBrowser: "This browser is not subscribed any more.",
  notToldByPush: "This is not sent as a notification.",
  noAnswerYet: "The push service has not answered yet.",
  testTitle: "Understory",
  testBody: "Notifications arrive on this device.",
} as const;

const ALERT_TITLES: Readonly<Record<AlertType, string>> = {
  no_recent_insights: "No recent insights",
  no_recent_camera_triggers: "No recent camera triggers",
  spypoint_error: "Cable error",
  low_battery: "Low battery",
};

/** The head of an alert's notification. @param type one of ALERT_TYPES, or one of a newer version */
export function pushedAlertTitle(type: string): string {
  return ALERT_TITLES[type as AlertType] ?? "Alert";
}

/** The head of a notification of insights of one class. */
export function pushedInsightsTitle(className: string, count: number): string {
  const [first = "", ...rest] = className;
  const name = `${first.toLocaleUpperCase("en")}${rest.join("")}`;
  return count > 1 ? `${name}, ${count} insights` : name;
}

/** Where it happened. */
export function pushedPlace(name: string, locationName: string | null): string {
  return locationName === null || locationName === "" ? name : `${name}, ${locationName}`;
}
