/** No one types more; it keeps what others send in bounds. */
export const GROUP_NAME_LIMIT = 200;

/** "taken": another group of the same person has it, whatever the letter case. */
export type GroupNameFault = "empty" | "taken" | "too-long";

export interface NamedGroup {
  groupId: string;
  name: string;
}

/** A group's name as it is kept: without the spaces around it. */
export function groupName(typed: string): string {
  return typed.trim();
}

/** What keeps a new group from having this name: only that it has none; two new ones may be called alike. */
export function newGroupNameFault(typed: string): GroupNameFault | null {
  const name = groupName(typed);
  if (name === "") return "empty";
  return [...name].length > GROUP_NAME_LIMIT ? "too-long" : null;
}

/**
 * What keeps a group from being renamed so.
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
