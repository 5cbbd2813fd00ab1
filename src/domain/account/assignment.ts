/** The ids that an edit adds to a list of assigned ids, and those that it removes. */
export interface AssignmentChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function assignmentChange(base: ReadonlySet<string>, chosen: ReadonlySet<string>): AssignmentChange {
  return {
    added: [...chosen].filter((id) => !base.has(id)),
    removed: [...base].filter((id) => !chosen.has(id)),
  };
}

export function isSameAssignment(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

/** The edit of `base` to `chosen`, made on the list as it is now: what others added and removed stays so. */
export function rebaseAssignment(
  base: ReadonlySet<string>,
  chosen: ReadonlySet<string>,
  latest: ReadonlySet<string>,
): ReadonlySet<string> {
  const { added, removed } = assignmentChange(base, chosen);
  const rebased = new Set([...latest, ...added]);
  for (const id of removed) rebased.delete(id);
  return rebased;
}
