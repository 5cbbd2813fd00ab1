import { nextAlertStatus } from "../../domain/alert/alert.ts";
import { ALERTS } from "../../messages/alerts/alerts.ts";
import { type AlertItem, type AlertLine, lineOf } from "./alert-line.ts";

/** Makes a line one that a finger moves aside, where it has a next step; the ids of its alerts name it. */
export function swipeAttributes({ items, lead }: AlertLine): Readonly<Record<`data-${string}`, string>> {
  const { status } = lead.alert;
  if (nextAlertStatus(status) === null) return {};
  return {
    "data-swipe": ALERTS.steps[status],
    "data-swipe-id": items.map(({ alert }) => alert.id).join(" "),
  };
}

/** The line that a swiped row names, of the alerts that are still there; null where none is. */
export function swipedLine(swipeId: string, items: readonly AlertItem[]): AlertLine | null {
  const ids = new Set(swipeId.split(" "));
  const [first, ...others] = items.filter(({ alert }) => ids.has(alert.id));
  return first === undefined ? null : lineOf([first, ...others]);
}
