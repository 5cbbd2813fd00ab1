import type { CommsSource, InsightStatus, ReviewAction } from "../../domain/insight/insight.ts";
import { countText } from "../../domain/insight/insight-text.ts";
import { BULK_CAP_SENTENCE, BULK_STATUS_SENTENCES, IMAGE_MISSING_SENTENCE } from "../server/insights.ts";
import { TRY_AGAIN } from "../words.ts";

/** For the undo of a saved step, which adds an inverse action. */
const againUnsaved = (saved: number, opposite: keyof typeof OPPOSITE): string =>
  saved === 0 ? "" : `. ${many(saved, "was", "were")} saved before: the opposite ${OPPOSITE[opposite]}.`;
const OPPOSITE = {
  waits: "now waits in your list until you save",
  /** Made offline, so it is sent on reconnection without Save. */
  follows: "follows by itself with the next connection",
  queued: "is queued to be sent",
} as const;

const many = (count: number, one: string, more: string): string =>
  `${countText(count)} ${count === 1 ? one : more}`;

const rowsOrInsights = (matched: number, grouped: boolean, insights: number | null): string => {
  if (!grouped) return many(matched, "insight", "insights");
  const rows = many(matched, "row", "rows");
  return insights === null ? rows : `${rows} (${many(insights, "insight", "insights")})`;
};

const matching = (matched: number, grouped: boolean): string =>
  `${rowsOrInsights(matched, grouped, null)} ${matched === 1 ? "matches" : "match"}`;

const actionNames: Readonly<Record<ReviewAction, string>> = {
  acknowledge: "Acknowledge",
  archive: "Archive",
  favorite: "Favorite",
};

const statusNames: Readonly<Record<InsightStatus, string>> = {
  acknowledge: "Acknowledged",
  archive: "Archived",
  favorite: "Favorite",
  none: "Not reviewed",
};

const sourceNames: Readonly<Record<CommsSource, string>> = {
  wifi: "Wifi",
  cellular: "Cellular",
  lora: "LoRa",
  satellite: "Satellite",
};

/** A step that the cap refused. */
export type CapStep = InsightStatus | "undo" | "redo" | "retry";

const CAP_STEPS: Readonly<Record<CapStep, string>> = {
  ...actionNames,
  none: "Clear status",
  undo: "Undo",
  redo: "Redo",
  retry: TRY_AGAIN,
};

/** Sentences of the specification are literal. */
export const insightsMessages = {
  title: "Sentinel Insights",
  actionNames,
  statusNames,
  sourceNames,
  /** A collection whose members differ. */
  mixedStatus: "Mixed",
  unsentTag: "unsent",
  noConfidence: "No confidence",
  noSource: "Unknown",
  imageDoesNotExist: IMAGE_MISSING_SENTENCE,
  imageOfflineShort: "Not on this device",
  imageLoading: "Loading the photo",

  columns: {
    select: "Select",
    photo: "Photo",
    className: "Class",
    confidence: "Confidence",
    device: "Sentinel",
    time: "Time, UTC",
    source: "Source",
    status: "Status",
    action: "Action",
    classes: "All classes",
    received: "Received, UTC",
    members: "Number of insights",
    latitude: "Latitude",
    longitude: "Longitude",
    model: "Model ID",
    deviceId: "Device ID",
    insightId: "Insight ID",
    collectionId: "Collection ID",
    confirmed: "Confirmed by a person",
    confirmedWords: { yes: "Yes", no: "No" },
  },
  table: {
    caption: "Insights and collections, newest first unless sorted otherwise",
    selectRow: (className: string, device: string) => `Select ${className}, ${device}`,
    openPhoto: (className: string, device: string) => `Open the photo: ${className}, ${device}`,
    collectionOf: (count: number) => `Collection of ${countText(count)}`,
    act: (action: ReviewAction, className: string) => `${actionNames[action]}: ${className}`,
    set: (action: ReviewAction, className: string) => `${statusNames[action]}: ${className}`,
    clear: (action: ReviewAction, className: string) => `Clear ${statusNames[action]}: ${className}`,
  },
  cards: {
    list: "Insights and collections",
    sort: "Sort",
    sorts: {
      time: "Newest first",
      timeUp: "Oldest first",
      confidence: "Highest confidence first",
      confidenceUp: "Lowest confidence first",
      className: "Class, A to Z",
      device: "Sentinel, A to Z",
    },
    selectMode: "Select",
    selectDone: "Done",
  },

  counts: {
    /** Followed by the words of coverage.ts, because every count says what it covers. */
    match: matching,
    all: (matched: number, grouped: boolean) => rowsOrInsights(matched, grouped, null),
    insightsInRows: (insights: number, rows: number) =>
      `${many(insights, "insight", "insights")} (${many(rows, "row", "rows")})`,
    matchHeld: (matched: number, grouped: boolean) =>
      matched === 0 ? matching(0, grouped) : `${matching(matched, grouped)}, all on this device`,
    /**
     * A row is an insight or a collection.
     *
     * @param insights in the rows; null where that is the same number or unknown
     */
    allHeld: (matched: number, grouped: boolean, insights: number | null = null) =>
      `${rowsOrInsights(matched, grouped, insights)}, all on this device`,
    matchPartial: (matched: number, grouped: boolean, held: number) =>
      `${matching(matched, grouped)} in the ${many(held, "insight", "insights")} on this device so far`,
    short: (matched: number, grouped: boolean) => rowsOrInsights(matched, grouped, null),
    shortPartial: (matched: number, grouped: boolean) => `${rowsOrInsights(matched, grouped, null)} so far`,
    soFar: "so far",
    firstSync: (rows: number, total: number | null) =>
      total === null
        ? `Copying insights to this device: ${countText(rows)} so far`
        : `Copying insights to this device: ${countText(rows)} of ${countText(total)}`,
  },

  filters: {
    heading: "Filters",
    button: (count: number) => (count === 0 ? "Filters" : many(count, "filter", "filters")),
    search: "Search class or Sentinel",
    searchShort: "Search",
    className: "Class",
    device: "Sentinel",
    deviceNameIs: (name: string) => `Sentinel: ${name}`,
    group: "Group",
    status: "Status",
    source: "Source",
    dates: "Dates",
    confidence: "Confidence",
    delay: "Delay",
    confidenceAtLeast: (percent: number) => `Confidence ≥ ${percent}%`,
    confidenceAtMost: (percent: number) => `Confidence ≤ ${percent}%`,
    confidenceExactly: (percent: number) => `Confidence = ${percent}%`,
    confidenceBetween: (least: number, most: number) => `Confidence ${least}–${most}%`,
    fromPercent: "From, percent",
    toPercent: "To, percent",
    exactPercent: "Both included; the same in both shows just that percent",
    classContains: "Class contains",
    classTextHint: "Any part of a name, in addition to the classes chosen below",
    classList: "All classes",
    classListContains: "Class list contains",
    classListHint: "Any class that the model named, not only the best one",
    /** @param count filters of further columns that are set */
    more: (count: number) => (count === 0 ? "More" : `More (${countText(count)})`),
    moreColumns: "Further columns",
    onlyCollections: "Applies to collections only; single insights stay in the list.",
    onlySingle: "Applies to single insights only; collections stay in the list.",
    from: "From",
    to: "To",
    /** For a range that ends before it begins. */
    reversed: {
      dates: "“From” is later than “To”, so nothing can match.",
      confidence: "“From” is higher than “To”, so nothing can match.",
      delay: "“From” is longer than “To”, so nothing can match.",
    },
    turnRanges: "Swap “From” and “To”",
    datesUtc: "Days in UTC, both included",
    lastDays: (days: number) => (days === 1 ? "Today" : `Last ${days} days`),
    yesterday: "Yesterday",
    since: (day: string) => `Since ${day}`,
    until: (day: string) => `Until ${day}`,
    between: (from: string, to: string) => `${from} to ${to}`,
    find: (what: string) => `Find in ${what}`,
    nothingFound: "Nothing by that name",
    nothingToChoose: "Nothing to choose from yet",
    moreThan: (hidden: number) => `${countText(hidden)} more: type to find them`,
    clear: "Clear",
    clearAll: "Clear all filters",
    clearOne: (what: string) => `Clear ${what}`,
    partIs: (part: string, value: string) => `${part}: ${value}`,
    /** Behind the first of several values. */
    others: (count: number) => ` +${count}`,
    done: "Show the insights",
    /** Closes the sheet of a screen that shows no rows. */
    apply: "Done",
    show: (rows: number) => `Show ${many(rows, "row", "rows")}`,
    showArchived: "Show archived",
    collections: "Collections",
  },

  selection: {
    bar: "Actions for the selection",
    clear: "Clear",
    everything: (count: number) => `Select all ${countText(count)} that match`,
    reading: "Selecting the rows between",
    rangeFailed: "The rows between could not be read. Nothing more was selected.",
    unread: "The selected rows could not be read. Nothing was changed. Try again.",
  },

  csv: {
    rowsAre: "A row of the file is one insight.",
    rowsAreCollections:
      "A row of the file is one insight, or a whole collection of them. For a row of each insight, turn off Collections.",
    /** @param insights how many are in the rows */
    holds: (insights: number) => `The rows shown hold ${many(insights, "insight", "insights")}.`,
  },

  unsaved: {
    heading: "Unsaved actions",
    headingCount: (count: number) => `Unsaved actions (${countText(count)})`,
    /** Where all of them are saved on this device. */
    headingUnsent: (count: number) => `Unsent actions (${countText(count)})`,
    list: "Actions not yet saved",
    open: "Show the unsaved actions",
    collapse: "Hide the unsaved actions",
    undo: "Undo",
    redo: "Redo",
    cancelAll: "Cancel all",
    save: "Save",
    saveCount: (count: number) => `Save ${countText(count)}`,
    clears: "Clear status",
    times: (count: number) => `×${countText(count)}`,
    openOne: (name: string) => `Open the photo: ${name}`,
    madeAt: (time: string) => `at ${time}`,
    removeOne: (step: string, name: string, count: number) =>
      `Remove: ${step}, ${name}${count > 1 ? `, ${many(count, "insight", "insights")}` : ""}`,
    removed: (count: number) => `Removed from the list: ${many(count, "action", "actions")}`,
    more: (count: number) => `Show ${many(count, "more action", "more actions")}`,
    emptyTitle: "Nothing unsaved",
    empty: "Acknowledge, archive or favorite an insight: it waits here until you save.",
    keptOffline: "Kept on this device. Save queues them; they go out when you are back online.",
    keptOnline: "Kept on this device until you save.",
    notOnDevice: "Insight not on this device",
    loading: "Reading what is unsaved",
  },

  batches: {
    label: "Saved actions",
    sealed: (count: number, waits: string) => `${many(count, "action", "actions")}, ${waits}`,
    queued: (count: number) => `${many(count, "action", "actions")}, next in line`,
    sending: (count: number) => `${many(count, "action", "actions")}, being sent`,
    submitted: (count: number) => `${many(count, "action", "actions")}, with the server`,
    confirming: (count: number) => `${many(count, "action", "actions")}, done, being confirmed`,
    progress: (done: number, total: number) => `${countText(done)} of ${countText(total)} parts done`,
    left: (count: number) => `${many(count, "action", "actions")} to go`,
    undoStops: "Undo takes back unsent actions at once, and asks before it takes back sent ones.",
    refused: (count: number) => `${many(count, "action needs", "actions need")} a look.`,
    why: "See why",
  },

  bulk: {
    /** The literal sentences by status: 1, 2, 3, 4. */
    literal: BULK_STATUS_SENTENCES,
    refresh: "Refresh the bulk update's status",
    dismiss: "Dismiss this message",
    returned: (count: number) => `${many(count, "action", "actions")}, returned to your list`,
    sendAgain: "Send again",
  },

  cap: {
    literal: BULK_CAP_SENTENCE,
    waits: (step: CapStep, count: number) =>
      `${CAP_STEPS[step]}: nothing was done yet for ${many(count, "insight", "insights")}.`,
    /** @param exceeds the step fits into no list @param listed there are unsaved actions */
    next: (exceeds: boolean, listed: boolean) => {
      if (exceeds && listed) return "Your list is saved first; then these are sent, 1,000 at a time.";
      if (exceeds) return "All of them are sent, 1,000 at a time.";
      return listed
        ? "Your list is saved first; this then waits in a new one."
        : "This then waits in your list.";
    },
    /** Decided after the step was refused. */
    decided: (count: number) =>
      count === 1 ? "1 decided since is left out." : `${countText(count)} decided since are left out.`,
    /** Precedes the sentence of the cap, where the step is an undo or redo. */
    steps: {
      undo: (count: number) =>
        `Taking back ${many(count, "insight", "insights")} that were sent already: each needs an update of its own.`,
      redo: (count: number) => `Doing the same again to ${many(count, "insight", "insights")}.`,
    },
    /** What the button and the command do. */
    goOn: {
      acknowledge: (count) => `${actionNames.acknowledge} ${countText(count)}`,
      archive: (count) => `${actionNames.archive} ${countText(count)}`,
      favorite: (count) => `${actionNames.favorite} ${countText(count)}`,
      none: (count) => `Clear the status of ${countText(count)}`,
      undo: (count) => `Undo ${countText(count)}`,
      redo: (count) => `Redo ${countText(count)}`,
      retry: (count) => (count === 1 ? TRY_AGAIN : `Try ${countText(count)} again`),
    } satisfies Record<CapStep, (count: number) => string>,
    leave: "Not now",
    /** Another step came before the answer. */
    lapsed: {
      undo: (count: number) => `Not taken back: ${many(count, "insight", "insights")}.`,
      redo: (count: number) => `Not done again: ${many(count, "insight", "insights")}.`,
    },
  },

  restricted: "Your account may look at insights, not change them.",
  storageError: "Your last step could not be stored on this device. What was stored before is safe.",
  failed: "The insights on this device could not be read.",
  syncFailed: "Not refreshed. You see older data.",
  retry: TRY_AGAIN,

  empty: {
    nothingYet: "No insights yet",
    nothingYetHelp: "They appear here as soon as your Sentinels send some.",
    notSynced: "Nothing on this device yet",
    notSyncedHelp: "Connect once, and your insights are kept here for the field.",
    notSyncedSignedOut: "Sign in again, and your insights are kept here for the field.",
    looking: "Looking for your insights",
    fetching: "Your insights are on their way",
    fetchingHelp: "They appear here as they arrive. Loading continues when you come back.",
    notFetchedHelp: "Your insights could not be fetched. The app tries again by itself.",
    nothingMatches: "No insight matches",
    nothingMatchesHelp: "Change a filter, or clear them all.",
    nothingMatchesArchived: "Archived insights are hidden. Show them, change a filter, or clear them all.",
    allDone: (count: number) => `All ${countText(count)} done`,
    /** Insights without a status. */
    next: (count: number) => `Show the ${count === 1 ? "one" : countText(count)} not reviewed`,
    nothingNext: "Nothing is left to review.",
    nothingLeft: "Everything is archived",
    archivedHidden: (held: number) =>
      held === 1
        ? "The one insight on this device is archived, and archived insights are hidden."
        : `All ${countText(held)} insights on this device are archived, and archived insights are hidden.`,
  },

  live: {
    acted: (status: InsightStatus, what: string) =>
      status === "none" ? `Status cleared, unsaved: ${what}` : `${statusNames[status]}, unsaved: ${what}`,
    /** For a step past the cap, which needs no Save. */
    actedQueued: (status: InsightStatus, what: string) =>
      `${status === "none" ? "Status cleared" : statusNames[status]}, queued to be sent: ${what}`,
    insights: (count: number) => many(count, "insight", "insights"),
    /** @param saved how many of them had been saved @param opposite the state of their inverse actions */
    undone: (count: number, saved = 0, opposite: keyof typeof OPPOSITE = "waits") =>
      `Undone: ${many(count, "insight", "insights")}${againUnsaved(saved, opposite)}`,
    redone: (count: number) => `Redone: ${many(count, "insight", "insights")}`,
    cancelledCount: (count: number) => `${many(count, "action", "actions")} canceled`,
    cancelled: "All unsaved actions were canceled. Undo brings them back.",
    saved: (count: number) => `${many(count, "action", "actions")} queued to be sent`,
  },
} as const;
