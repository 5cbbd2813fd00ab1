import type { OfflineSet, OfflineSetPictures } from "../../domain/offline/offline-set.ts";
import { picturesLeft } from "../../domain/offline/offline-set.ts";
import { sizeText } from "./retention.ts";

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const insights = (count: number) => counted(count, "insight", "insights");
const pictures = (count: number) => counted(count, "picture", "pictures");

export const OFFLINE_SETS = {
  title: "Saved for offline",
  none: "Nothing is saved for offline. A saved set stays on this device with its pictures, also without a connection.",
  save: "Save for offline",
  saveShort: "Save",
  size: (bytes: number) => sizeText(bytes),
  what: (set: OfflineSet) =>
    [
      ...(set.insights === null ? [] : [insights(set.insights)]),
      OFFLINE_SETS.picturesNames[set.pictures].toLowerCase(),
      ...(set.stored === 0 ? [] : [sizeText(set.stored)]),
    ].join(", "),
  picturesNames: { thumbnails: "Thumbnails", photographs: "Full photographs" } satisfies Record<
    OfflineSetPictures,
    string
  >,
  states: {
    insights: "Insights coming",
    gathering: "Gathering",
    fetching: "Fetching",
    costly: "Waiting",
    offline: "Waiting",
    paused: "Paused",
    budget: "Budget reached",
    full: "Device full",
    tooMany: "Too large",
    ready: "Ready",
    partly: "Some missing",
  },
  words: {
    insights: () => "Its insights are on their way to this device.",
    gathering: () => "Finding its insights and their pictures.",
    fetching: (set: OfflineSet) => OFFLINE_SETS.progress(set),
    costly: (set: OfflineSet) =>
      `This link is slow or paid by volume, so only pictures that you look at are fetched. ${OFFLINE_SETS.left(set)}`,
    offline: (set: OfflineSet) => `It goes on with the next connection. ${OFFLINE_SETS.left(set)}`,
    paused: (set: OfflineSet) => OFFLINE_SETS.progress(set),
    budget: (set: OfflineSet) =>
      `Stopped before the ${sizeText(set.budget ?? 0)} that you allowed were exceeded. ${OFFLINE_SETS.left(set)}`,
    full: (set: OfflineSet) =>
      `This device has no more room for pictures; unsent work keeps its own. ${OFFLINE_SETS.left(set)}`,
    tooMany: () => "A set may have 20,000 insights. Remove it and pick fewer groups or days.",
    ready: (set: OfflineSet) =>
      set.missing === 0
        ? "Everything is on this device."
        : `Everything that the server has is on this device; of ${pictures(set.missing)} it has none.`,
    partly: (set: OfflineSet) => `${pictures(set.failed)} could not be fetched. All others are here.`,
  },
  progress: (set: OfflineSet) =>
    `${(set.wanted - picturesLeft(set)).toLocaleString("en")} of ${pictures(set.wanted)}, ${sizeText(set.received)} received${
      set.budget === null ? "" : ` of ${sizeText(set.budget)} allowed`
    }.`,
  left: (set: OfflineSet) =>
    set.insights === null
      ? ""
      : `${pictures(picturesLeft(set))} ${picturesLeft(set) === 1 ? "is" : "are"} not here yet.`,
  progressOf: (name: string) => `Pictures of ${name}`,
  open: "Open",
  openOne: (name: string) => `Open ${name} in the list`,
  review: "Review",
  reviewOne: (name: string) => `Review ${name}`,
  pause: "Pause",
  pauseOne: (name: string) => `Pause ${name}`,
  resume: "Resume",
  resumeOne: (name: string) => `Resume ${name}`,
  fetchNow: "Fetch over this link",
  allowMore: (bytes: number) => `Allow ${sizeText(bytes)} more`,
  retry: "Try again",
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name}`,
  removeSure: "Remove: its pictures go from this device",
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
  fromFilter: "The insights of the list as it is filtered now",
  area: "Only in an area",
  areaWords: "Degrees; west is greater than east across the date line.",
  areaWrong: "Give all four bounds in degrees, south below north.",
  bounds: { south: "South", west: "West", north: "North", east: "East" },
  days: "Time",
  picturesTitle: "Pictures",
  about: (bytes: number) => `about ${sizeText(bytes)}`,
  found: (found: number, photos: number) => `${insights(found)}, ${counted(photos, "photo", "photos")}`,
  more: (found: number, bytes: number) =>
    `To have them here, this device keeps ${insights(found)} more, about ${sizeText(bytes)}.`,
  moreUnknown: "To have them here, this device keeps more insights.",
  asking: "Asking how much this brings",
  unknown: "How much this brings is told with a connection. It can be saved then.",
  tooMany: "These are more than 20,000 insights. Pick fewer groups or days, or a smaller area.",
  nothing: "There are no such insights.",
  noRoom: (free: number) =>
    `This device has about ${sizeText(free)} left for it. It stops before unsent work runs short of room.`,
  budget: "Data that may be received",
  budgetOption: (bytes: number | null) => (bytes === null ? "No bound" : sizeText(bytes)),
  budgetShort: "This is less than the pictures take. What comes first: thumbnails, and the newest insights.",
  costly: "This link is slow or paid by volume. Pictures wait for another one.",
  anyLink: "Fetch over such a link too",
  failed: "It could not be saved: this device could not store it.",
} as const;

function listed(names: readonly string[]): string {
  const [first = "", ...others] = names;
  return others.length === 0 ? first : `${first} +${others.length}`;
}
