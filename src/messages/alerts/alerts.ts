import type { AlertStatus, AlertType } from "../../domain/alert/alert.ts";
import { countText } from "../../domain/insight/insight-text.ts";

/** The name of each type of alert; on the map too. */
export const ALERT_TYPE_LABELS: Readonly<Record<AlertType, string>> = {
  no_recent_insights: "No Recent Insights",
  no_recent_camera_triggers: "No Recent Camera Triggers",
  spypoint_error: "Spypoint Cable Error",
  low_battery: "Battery Levels Low",
};

const ALERT_STATUS_LABELS: Readonly<Record<AlertStatus, string>> = {
  new: "New Alert",
  acknowledged: "Acknowledged Alert",
  resolved: "Resolved Alert",
};

const FOLD_NAMES = 2;
const sentinels = (count: number) => `${countText(count)} ${count === 1 ? "Sentinel" : "Sentinels"}`;
const alertsText = (count: number) => `${countText(count)} ${count === 1 ? "alert" : "alerts"}`;
const whose = (names: string, count: number) => (count === 1 ? names : alertsText(count));

/** The words of the Alerts screen; labels, titles and buttons are literal in the specification. */
export const ALERTS = {
  title: "Alerts",
  caption: "Alerts",
  newCount: (count: number) => `${countText(count)} new`,
  showResolved: "Show Resolved",
  readingOlder: "Reading older alerts…",
  statusIcons: ALERT_STATUS_LABELS,
  columns: {
    status: "Alert Status",
    statusText: "Alert Status Text",
    type: "Alert Type",
    title: "Alert Title",
    domain: "Associated Domain",
    associatedId: "Associated ID",
    created: "Created At",
    action: "Action",
  },
  steps: { new: "Acknowledge", acknowledged: "Resolve", resolved: "Resolved" } satisfies Record<
    AlertStatus,
    string
  >,
  /** The name of a step's button for those who do not see the row. */
  stepOf: (step: string, title: string, name: string) => `${step}: ${title}, ${name}`,
  stepOfAll: (step: string, title: string, count: number) => `${step}: ${title}, ${sentinels(count)}`,

  acknowledgeAll: "Acknowledge All",
  acknowledgingAll: "All new alerts are being set to acknowledged.",
  resolveAll: "Resolve All",
  allWhat: "Changing all alerts at once",
  resolveAllAsk: "Resolve All Open Alerts?",
  resolveAllWords: "All new and acknowledged alerts will be set to resolved.",
  cancel: "Cancel",
  confirm: "Confirm",

  /** While the step is held. @param names of the Sentinel, or of the alerts where there are several */
  done: (status: Exclude<AlertStatus, "new">, name: string, count: number) =>
    `${whose(name, count)}: ${status}, waiting to be sent`,
  undo: "Undo",
  undone: (name: string, count: number) => `${whose(name, count)}: nothing was sent.`,
  undoneTooLate: "Too late to undo: it is already being sent.",
  notStored: "This could not be stored on this device. Nothing was changed.",

  waiting: "Waiting to be sent",
  /** One line of alerts with one cause. */
  fold: (count: number) => sentinels(count),

  volts: (volts: number) => `${volts.toFixed(2)} V`,
  foldNames: (names: readonly string[]) => {
    const more = names.length - FOLD_NAMES;
    const first = names.slice(0, FOLD_NAMES).join(", ");
    return more > 0 ? `${first} and ${countText(more)} more` : first;
  },

  empty: "Nothing is wrong",
  emptyWords: "No alert is open. New ones appear here by themselves.",
  notYet: "The alerts are not on this device yet",
} as const;

/** The words of the dialog of one alert. */
export const ALERT_DETAILS = {
  what: "What",
  where: "Where",
  noPlace: "No location entered",
  since: "Since",
  status: "Status",
  lastPhoto: "Last photo",
  noPhoto: "No photo of this Sentinel is on this device",
  photoOf: (name: string, at: string) => `Last photo of ${name}, ${at}`,
  way: "From you",
  noPosition: "The Sentinel has no position",
  showWay: "Show the way",
  threshold: "Limit",
  hours: (hours: number) => (hours === 1 ? "1 hour" : `${countText(hours)} hours`),
  history: "History",
  raised: (at: string) => `Raised ${at}`,
  acknowledged: (at: string, by: string | null) => `Acknowledged ${at}${by === null ? "" : ` on ${by}`}`,
  resolved: (at: string, by: string | null) => `Resolved ${at}${by === null ? "" : ` on ${by}`}`,
  ended: (at: string) => `Ended by itself ${at}: the condition is over`,
  waiting: (status: string) => `${status}: waiting to be sent`,
  sentinel: "Sentinel",
  insights: "Insights",
  map: "Map",
  gone: "This alert is not here",
  goneWords: "It was removed with its Sentinel, or it is not on this device yet.",
} as const;

/** A step that the server refused, in the list of refusals. */
export const REFUSED_STEPS = {
  unknownAlert: "An alert that is not on this device",
  wanted: (status: string) => `You wanted: ${status}`,
  outcomes: {
    noop: "It was already so",
    overrode: "Replaced something newer",
    superseded: "Not saved: somebody made a newer change",
    mismatch: "Not saved: the server now has another alert under its number",
    gone: "Not saved: this alert is gone, or its Sentinel is no longer yours",
    forbidden: "Not saved: this Sentinel is no longer yours",
    notAllowed: "Not saved: your account may not change alerts",
    notAccepted: "Not saved: the server did not accept it",
  },
} as const;
