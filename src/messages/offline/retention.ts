import { UNGROUPED } from "../../domain/offline/retention.ts";

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;
const daysWords = (days: number | null) =>
  days === null ? "of any age" : `the last ${counted(days, "day", "days")}`;

/** Retention and storage; coverage.ts has the words for counts. */
export const RETENTION = {
  title: "Kept on this device",
  days: (days: number | null) => (days === null ? "Everything" : `Last ${counted(days, "day", "days")}`),
  /** @param rows insights, @param bytes on the wire */
  size: (rows: number, bytes: number) => `${counted(rows, "insight", "insights")}, ${sizeText(bytes)}`,
  sizesHelp: "About how much each one downloads.",
  sizesOffline: "Sizes are shown when you are online.",
  sizesLoading: "Loading the sizes",
  change: "Change",
  changeWhat: "Change what is kept on this device",
  groups: "Groups",
  allGroups: "All groups",
  someGroups: "Chosen groups",
  ungrouped: "Sentinels in no group",
  goneGroup: "A deleted group",
  chooseGroup: "Choose at least one group.",
  groupName: (groupId: string, name: string | undefined) =>
    groupId === UNGROUPED ? RETENTION.ungrouped : (name ?? RETENTION.goneGroup),
  current: (days: number | null, groups: readonly string[] | null) =>
    days === null && groups === null
      ? "Every insight that the server has for you."
      : `Insights ${days === null ? daysWords(days) : `of ${daysWords(days)}`}${groups === null ? "" : `, of ${groups.join(", ")}`}. The others stay on the server.`,
  /** @param days what is kept for offline sets, beyond the choice */
  offlineSetsToo: (days: number | null) => `For sets saved for offline it keeps more: ${daysWords(days)}.`,
  pending: "The choice takes effect when you are online.",
  byApp:
    "The first copy is large and this connection slow or metered, so it holds the last 30 days. You can keep more.",
  trimmed:
    "This device ran short of space, so its oldest insights were removed. Keep fewer days, or download all again.",
  fetchAgain: "Download again",
  noChoice: "This server sends everything; there is nothing to choose.",
  keep: "Keep this",
  narrower:
    "What you leave out is removed from this device. It stays on the server, and unsent work is still sent.",
  wider: "You can work while the rest downloads. If you leave, the download continues later.",
} as const;

export const SPACE = {
  title: "Space on this device",
  used: (used: number, quota: number | null) =>
    quota === null ? sizeText(used) : `${sizeText(used)} of ${sizeText(quota)}`,
  unknown: "This browser does not say how much space is used.",
  thumbnails: "Thumbnails",
  opened: "Recent photos",
  offlineSets: "Saved for offline",
  insights: "Insights",
  unsent: "Unsent work",
  rest: "App and other data",
  part: (name: string, bytes: number) => `${name} ${sizeText(bytes)}`,
  kept: "The browser has promised to keep this data.",
  notKept:
    "The browser may clear this data when space runs short. Install the app, or ask the browser to keep it.",
  ask: "Ask to keep it",
  refused: "The browser did not agree. It does for an installed app, or one that is used often.",
} as const;

/** Bytes as people say them: "0 kB", "66 MB", "1.2 GB". */
export function sizeText(bytes: number): string {
  if (bytes > 0 && bytes < 1_000) return "under 1 kB";
  const [value, unit] =
    bytes < 1_000_000
      ? [bytes / 1e3, "kB"]
      : bytes < 1_000_000_000
        ? [bytes / 1e6, "MB"]
        : [bytes / 1e9, "GB"];
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 && unit !== "kB" ? 1 : 0 })} ${unit}`;
}
