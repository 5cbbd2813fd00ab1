import type { OfflineReadiness, OfflineSet, OfflineSetPictures } from "../../domain/offline/offline-set.ts";
import { picturesLeft } from "../../domain/offline/offline-set.ts";
import { sizeText } from "./retention.ts";

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const insights = (count: number) => counted(count, "insight", "insights");
/** Each photograph of a set comes with its thumbnail, and both are counted. */
const pictures = (set: OfflineSet, count: number) =>
  set.pictures === "thumbnails"
    ? counted(count, "thumbnail", "thumbnails")
    : counted(count, "photo or thumbnail", "photos and thumbnails");

export const OFFLINE_SETS = {
  title: "Saved for offline",
  none: "Nothing is saved for offline. A saved set stays on this device with its photos, also without a connection.",
  save: "Save for offline",
  saveShort: "Save",
  size: (bytes: number) => sizeText(bytes),
  what: (set: OfflineSet) =>
    [
      ...(set.insights === null ? [] : [insights(set.insights)]),
      OFFLINE_SETS.picturesNames[set.pictures].toLowerCase(),
      ...(set.stored === 0 ? [] : [sizeText(set.stored)]),
    ].join(", "),
  picturesNames: { thumbnails: "Thumbnails", photographs: "Full photos" } satisfies Record<
    OfflineSetPictures,
    string
  >,
  states: {
    insights: "Loading insights",
    gathering: "Preparing",
    fetching: "Downloading",
    costly: "Waiting",
    offline: "Waiting",
    paused: "Paused",
    budget: "Data limit reached",
    full: "Device full",
    tooMany: "Too large",
    ready: "Ready",
    partly: "Some missing",
  },
  words: {
    insights: () => "Downloading its insights.",
    gathering: () => "Finding its insights and their photos.",
    fetching: (set: OfflineSet) => OFFLINE_SETS.progress(set),
    costly: (set: OfflineSet) =>
      `This connection is slow or metered, so only photos that you open are downloaded. ${OFFLINE_SETS.left(set)}`,
    offline: (set: OfflineSet) => `It continues when you are online. ${OFFLINE_SETS.left(set)}`,
    paused: (set: OfflineSet) => OFFLINE_SETS.progress(set),
    budget: (set: OfflineSet) =>
      `Stopped at your data limit of ${sizeText(set.budget ?? 0)}. ${OFFLINE_SETS.left(set)}`,
    full: (set: OfflineSet) =>
      `This device has no more space for photos. Unsent work is safe. ${OFFLINE_SETS.left(set)}`,
    tooMany: () => "A set may have at most 20,000 insights. Remove it and pick fewer groups or days.",
    ready: (set: OfflineSet) =>
      set.missing === 0
        ? "Everything is on this device."
        : `Everything that the server has is on this device. It has no file for ${pictures(set, set.missing)}.`,
    partly: (set: OfflineSet) => `${pictures(set, set.failed)} could not be downloaded. All others are here.`,
  },
  progress: (set: OfflineSet) =>
    `${(set.wanted - picturesLeft(set)).toLocaleString("en")} of ${pictures(set, set.wanted)}, ${sizeText(set.received)} received${
      set.budget === null ? "" : `, data limit ${sizeText(set.budget)}`
    }.`,
  left: (set: OfflineSet) =>
    set.insights === null
      ? ""
      : `${pictures(set, picturesLeft(set))} ${picturesLeft(set) === 1 ? "is" : "are"} not here yet.`,
  field: {
    states: {
      coming: "Saving for offline",
      stopped: "Not ready for the field",
      partly: "Some photos missing",
      ready: "Ready for the field",
    } satisfies Record<OfflineReadiness, string>,
    hints: {
      coming: "Keep the app open and stay in reach of the network until it is ready. You may close this.",
      stopped: null,
      partly: "You may leave without them, or try again first.",
      ready: "You may leave now. It opens without a connection.",
    } satisfies Record<OfflineReadiness, string | null>,
    /** @param percent of its photos; null while these are not known */
    savingPart: (percent: number | null) =>
      percent === null ? "Saving for offline" : `Saving for offline, ${percent}%`,
    /** On the button that started it, whose full name is one of those above. */
    percent: (percent: number) => `${percent}%`,
    short: { stopped: "Not ready", partly: "Some missing", ready: "Ready" } satisfies Record<
      Exclude<OfflineReadiness, "coming">,
      string
    >,
    another: "Save another set",
  },
  progressOf: (name: string) => `Photos of ${name}`,
  open: "Open",
  openOne: (name: string) => `Open ${name} in the list`,
  review: "Review",
  reviewOne: (name: string) => `Review ${name}`,
  pause: "Pause",
  pauseOne: (name: string) => `Pause ${name}`,
  resume: "Resume",
  resumeOne: (name: string) => `Resume ${name}`,
  fetchNow: "Download anyway",
  allowMore: (bytes: number) => `Allow ${sizeText(bytes)} more`,
  retry: "Try again",
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name}`,
  removeSure: "Remove its photos from this device",
  removed: (name: string) => `${name} is removed from this device.`,
  /** On the list of an opened set. */
  chip: (name: string) => `Saved for offline: ${name}`,
  gone: "A set that is not saved",
  goneWords: "This set is not saved on this device any more, so none of its insights are shown.",
  stillComing: (set: OfflineSet) => `Not all of this set is on this device. ${OFFLINE_SETS.left(set)}`,

  dialogWords: "The set stays on this device until you remove it, and opens without a connection.",
  name: "Name",
  nameFor: (days: number | null, groups: readonly string[] | null, inArea: boolean) =>
    [
      groups === null ? (days === null ? "Everything" : "All groups") : listed(groups),
      ...(days === null ? [] : [days === 1 ? "last day" : `last ${days} days`]),
      ...(inArea ? ["one area"] : []),
    ].join(", "),
  nameForFilter: "Insights of a filter",
  nameForList: "Insights of the list",
  fromFilter: "The insights of the list as it is filtered now",
  fromList: "All insights of the list, because no filter is set",
  area: "Only in an area",
  areaWords: "Degrees; west is greater than east across the date line.",
  areaWrong: "Give all four bounds in degrees, south below north.",
  bounds: { south: "South", west: "West", north: "North", east: "East" },
  days: "Time",
  picturesTitle: "Photos",
  about: (bytes: number) => `about ${sizeText(bytes)}`,
  found: (found: number, photos: number) => `${insights(found)}, ${counted(photos, "photo", "photos")}`,
  more: (found: number, bytes: number) =>
    `This device then also keeps ${insights(found)} more, about ${sizeText(bytes)}.`,
  moreUnknown: "This device then also keeps more insights.",
  asking: "Working out the size",
  unknown: "The size is not known offline. Save the set when you are online.",
  tooMany: "These are more than 20,000 insights. Pick fewer groups or days, or a smaller area.",
  nothing: "There are no such insights.",
  noRoom: (free: number) =>
    `This device has about ${sizeText(free)} of space for it. The download stops before unsent work runs short of space.`,
  budget: "Data limit",
  budgetOption: (bytes: number | null) => (bytes === null ? "No limit" : sizeText(bytes)),
  budgetShortBy: (photos: number, limit: number) =>
    `${sizeText(photos)} of photos, with a limit of ${sizeText(limit)}: not all will be here offline.`,
  budgetShort: "The photos need more than this. Thumbnails and the newest insights come first.",
  costly: "This connection is slow or metered. Photos wait for a better one.",
  anyLink: "Download on such a connection too",
  failed: "This device could not store the set. Free some space, then try again.",
} as const;

function listed(names: readonly string[]): string {
  const [first = "", ...others] = names;
  return others.length === 0 ? first : `${first} +${others.length}`;
}
