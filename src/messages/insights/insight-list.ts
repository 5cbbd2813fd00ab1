import { countText } from "../../domain/insight/insight-text.ts";

const many = (count: number, one: string, more: string): string =>
  `${countText(count)} ${count === 1 ? one : more}`;

/** What only the list of insights says: it is loaded with the list, and not with the app as insights.ts is. */
export const insightListMessages = {
  /** Further words are not looked at. */
  tooManyWords: (most: number, ignored: number) =>
    `Only the first ${most} words are searched for; ${many(ignored, "word is", "words are")} left out.`,
  selection: {
    /** @param count of what is selected, those that other pages show */
    elsewhere: (count: number) => `${countText(count)} on other pages`,
    /** The list is another one now, and what was selected in it is not. */
    ended: (count: number) =>
      `The list is another one now: ${many(count, "row is", "rows are")} no longer selected.`,
  },
  link: {
    /** Of a value that a link asks for. */
    notKnown: (part: "classNames" | "deviceIds" | "deviceName" | "groupIds", value: string) =>
      ({
        deviceName: `No Sentinel called “${value}” is known on this device.`,
        classNames: `No insight on this device is of the class “${value}”.`,
        deviceIds: `No insight on this device is of a Sentinel “${value}”.`,
        groupIds: `There is no device group “${value}” on this device.`,
      })[part],
    /** @param parts as they stand in the address: `sort=colour` */
    unread: (parts: readonly string[]) =>
      `Not understood in this link, and not asked for: ${parts.join(", ")}. It stays in the address, for a newer version may know it.`,
    drop: "Take it out",
    /** Some of what is asked for is not here, and other rows match. */
    partKnown: "What you see matches the rest of the filter.",
  },
} as const;
