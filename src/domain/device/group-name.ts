/** More than a person types; bounds the input of other clients. */
export const GROUP_NAME_LIMIT = 200;

/** "taken": another group of the same person has it, whatever the letter case. */
export type GroupNameFault = "empty" | "taken" | "too-long";

export interface NamedGroup {
  groupId: string;
  name: string;
}

/** A group's name as it is stored: without the spaces around it. */
export function groupName(typed: string): string {
  return typed.trim();
}

/** The fault of a new group's name. Two new groups may have the same name. */
export function newGroupNameFault(typed: string): GroupNameFault | null {
  const name = groupName(typed);
  if (name === "") return "empty";
  return [...name].length > GROUP_NAME_LIMIT ? "too-long" : null;
}

/**
 * The fault of a group's new name.
 *
 * @param groups all groups of its owner; its own name is no duplicate
 */
export function editedGroupNameFault(
  typed: string,
  groupId: string,
  groups: readonly NamedGroup[],
): GroupNameFault | null {
  const fault = newGroupNameFault(typed);
  if (fault) return fault;
  const isTaken = groups.some((group) => group.groupId !== groupId && key(group.name) === key(typed));
  return isTaken ? "taken" : null;
}

function key(name: string): string {
  return groupName(name).normalize("NFC").toLowerCase();
}
