import { countText } from "../../domain/insight/insight-text.ts";

const many = (count: number, one: string, more: string): string =>
  `${countText(count)} ${count === 1 ? one : more}`;

/** Only for the list, and loaded with it; insights.ts is loaded with the app. */
export const insightListMessages = {
  /** Above the entries of the menu on a phone that change the whole list. */
  menu: "This list",
  collection: {
    name: "Collection",
    /** Above the facts of a collection: of which of its members they are. */
    factsOf: (count: number) => `${many(count, "insight", "insights")}: mean confidence, time of the newest`,
  },
  tooManyWords: (most: number, ignored: number) =>
    `Only the first ${most} words are searched for; ${many(ignored, "word is", "words are")} left out.`,
  selection: {
    /** @param insights in the rows; null where they are not counted yet */
    selected: (count: number, insights: number | null) => {
      if (insights === count) return `${countText(count)} selected`;
      const rows = many(count, "row", "rows");
      return `${insights === null ? rows : `${rows} (${many(insights, "insight", "insights")})`} selected`;
    },
    /** The selection is a rule. @param partly this device holds a part of all insights @param without rows taken out again */
    allOf: (partly: boolean, without: number) =>
      `all that match${partly ? " on this device" : ""}${without === 0 ? "" : ` except ${countText(without)}`}`,
    /** @param count selected rows on other pages */
    elsewhere: (count: number) => `${countText(count)} on other pages`,
    /** Another filter has ended the selection. */
    ended: (count: number) =>
      `The list has changed: ${many(count, "row is", "rows are")} no longer selected.`,
  },
  quick: { heading: "One tap", notReviewed: "Not reviewed" },
  /** Under a list of choices of which the first are shown. */
  allChoices: (count: number) => `Show all ${countText(count)}`,
  grid: {
    switch: "Photos as a grid",
    list: "Photos",
    how: "Arrow keys move from photo to photo, the space bar selects, Enter opens. Drag over photos to select them.",
  },
  link: {
    notKnown: (part: "classNames" | "deviceIds" | "deviceName" | "groupIds", value: string) =>
      ({
        deviceName: `No Sentinel called “${value}” is known on this device.`,
        classNames: `No insight on this device is of the class “${value}”.`,
        deviceIds: `No insight on this device is of a Sentinel “${value}”.`,
        groupIds: `There is no group “${value}” on this device.`,
      })[part],
    /** @param parts as they stand in the address: `sort=colour` */
    unread: (parts: readonly string[]) =>
      `This version does not know a part of the link: ${parts.join(", ")}. The list is shown without it.`,
    drop: "Remove it",
    partKnown: "What you see matches the rest of the filter.",
  },
} as const;
