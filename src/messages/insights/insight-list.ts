import { countText } from "../../domain/insight/insight-text.ts";

const many = (count: number, one: string, more: string): string =>
  `${countText(count)} ${count === 1 ? one : more}`;

/** Only for the list, and loaded with it; insights.ts is loaded with the app. */
export const insightListMessages = {
  tooManyWords: (most: number, ignored: number) =>
    `Only the first ${most} words are searched for; ${many(ignored, "word is", "words are")} left out.`,
  selection: {
    /** @param count selected rows on other pages */
    elsewhere: (count: number) => `${countText(count)} on other pages`,
    /** Another filter has ended the selection. */
    ended: (count: number) =>
      `The list is another one now: ${many(count, "row is", "rows are")} no longer selected.`,
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
      `Not understood in this link, and not asked for: ${parts.join(", ")}. It stays in the address, for a newer version may know it.`,
    drop: "Take it out",
    partKnown: "What you see matches the rest of the filter.",
  },
} as const;
