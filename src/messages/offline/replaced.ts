import type { InsightStatus } from "../../domain/insight/insight.ts";

const STATUS_WORDS: Record<InsightStatus, string> = {
  acknowledge: "Acknowledged",
  archive: "Archived",
  favorite: "Favorite",
  none: "Not reviewed",
};

/** The words about decisions that another person's later-arriving one replaced. */
export const REPLACED = {
  title: "Needs a look",
  help: "Decisions of other people arrived after yours and replaced them.",
  one: (by: string, theirs: InsightStatus, yours: InsightStatus) =>
    `${by} set ${STATUS_WORDS[theirs]} over your ${STATUS_WORDS[yours]}`,
  many: (count: number, by: string, theirs: InsightStatus, yours: InsightStatus) =>
    `${by} set ${STATUS_WORDS[theirs]} on ${count.toLocaleString("en")} insights, over your ${STATUS_WORDS[yours]}`,
  insights: (count: number) => `${count.toLocaleString("en")} insights`,
  /** @param made null where it is not known */
  yours: (made: string | null, arrived: string) => `Yours: ${timesWords(made, arrived)}`,
  theirs: (made: string | null, arrived: string) => `Theirs: ${timesWords(made, arrived)}`,
  span: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  madeEarlier: "Theirs was made before yours, and arrived after it.",
  again: "Do mine again",
  againOne: (what: string) => `Do mine again: ${what}`,
  done: "Your decision is in your list again. Save sends it.",
  notDone: "This is not on this device, or shows your decision already.",
  forbidden: "Your account may look at insights, not change them.",
  failed: "This device could not store that. Free some space, then try again.",
  showEach: "Show each",
  hideEach: "Show fewer",
  dismissOne: (what: string) => `Dismiss: ${what}`,
} as const;

function timesWords(made: string | null, arrived: string): string {
  return made === null
    ? `arrived ${arrived}; when it was made is not known`
    : `made ${made}, arrived ${arrived}`;
}
