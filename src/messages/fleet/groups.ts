import type { GroupNameFault } from "../../domain/device/group-name.ts";
import { devicesText } from "./fleet.ts";

/** The words of the Groups screen; those marked so are literal in the specification. */
export const GROUPS = {
  title: "Groups",
  caption: "Your groups",
  count: (count: number) => (count === 1 ? "1 group" : `${count.toLocaleString("en")} groups`),
  /** Literal. */
  empty: "No groups available, please make a new group",
  emptyWords:
    "A group gathers Sentinels, for instance those of one valley. Each Sentinel is in one group at most.",
  notYet: "The groups are not on this device yet",
  changing: "Changing groups",

  columns: {
    name: "Name",
    description: "Description",
    devices: "Sentinels",
    deviceNames: "Sentinel names",
    created: "Created",
    updated: "Updated",
    id: "Group ID",
  },
  open: (name: string) => `Open ${name}`,

  make: "New group",
  makeTitle: "New group",
  makeWords: "It starts with no Sentinels; you add them next.",
  create: "Create group",
  made: (name: string) => `${name} is created.`,
  name: "Name",
  /** Literal, as the hint under the name. */
  namePrompt: "Please enter a group name.",
  description: "Description (optional)",
  save: "Save",
  saved: "Saved",
  unchanged: "Nothing is changed yet.",

  groupWords: (count: number) => (count === 0 ? "No Sentinels" : devicesText(count)),
  details: "Name and description",
  gone: "This group is not here",
  goneWords: "It was deleted, or it is not on this device yet.",
  membersOf: (name: string) => `Sentinels of ${name}`,
  members: "Sentinels",
  noMembers: "No Sentinels in this group yet.",
  findMember: "Find in this group",
  add: "Add Sentinels",
  addTitle: (name: string) => `Add Sentinels to ${name}`,
  addWords: "Choose Sentinels that are not in this group.",
  addChosen: (count: number) => (count === 0 ? "Add Sentinels" : `Add ${devicesText(count)}`),
  nothingToAdd: "All your Sentinels are in this group already.",
  leaves: (count: number, groups: readonly string[]) => {
    const names = groups.length > 3 ? `${groups.length} other groups` : groups.join(", ");
    return count === 1
      ? `1 of them leaves its group (${names}): a Sentinel is in one group at most.`
      : `${devicesText(count)} leave their group (${names}): a Sentinel is in one group at most.`;
  },
  removeSeveral: "Remove several",
  removeTitle: (name: string) => `Remove Sentinels from ${name}`,
  removeWords: "They stay yours, in no group.",
  removeChosen: (count: number) => (count === 0 ? "Remove Sentinels" : `Remove ${devicesText(count)}`),
  remove: (device: string, group: string) => `Remove ${device} from ${group}`,
  moving: (done: number, all: number) => `${done.toLocaleString("en")} of ${devicesText(all)} done`,
  stop: "Stop",
  added: (count: number, group: string) => `${devicesText(count)} added to ${group}.`,
  removed: (count: number, group: string) => `${devicesText(count)} removed from ${group}.`,
  partly: (done: number, all: number, why: string) =>
    `${done.toLocaleString("en")} of ${devicesText(all)} done. ${why}`,
  stopped: "Stopped.",

  delete: "Delete group",
  deleteSure: (name: string, count: number) =>
    count === 0
      ? `Delete ${name}? It has no Sentinels.`
      : `Delete ${name}? ${count === 1 ? "Its Sentinel stays yours" : `Its ${devicesText(count)} stay yours`}, in no group.`,
  deleteConfirm: "Delete",
  keep: "Keep it",
  deleted: (name: string) => `${name} is deleted.`,
} as const;

const EDIT_FAULTS: Record<GroupNameFault, string> = {
  /** Literal. */
  empty: "The new group name cannot be empty",
  /** Literal. */
  taken: "One of your groups already has this name.",
  "too-long": "The name is too long: 200 characters at most.",
};

export const editFaultText = (fault: GroupNameFault): string => EDIT_FAULTS[fault];
/** A new group may have the name of another; an empty name is asked for. */
export const newFaultText = (fault: GroupNameFault): string =>
  fault === "empty" ? GROUPS.namePrompt : EDIT_FAULTS[fault];
