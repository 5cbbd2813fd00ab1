import type { InsightStatus } from "./insight.ts";

/** The status that a row shows, and whether the server does not have it yet. */
export interface ShownStatus {
  /** Null in a collection whose members differ. */
  status: InsightStatus | null;
  unsent: boolean;
}

/** The status of one insight. @param waiting the status that the outbox gives it, if any */
export function shownStatus(
  serverStatus: InsightStatus,
  waiting: InsightStatus | undefined,
): { status: InsightStatus; unsent: boolean } {
  const status = waiting ?? serverStatus;
  return { status, unsent: status !== serverStatus };
}

/** The status that all members of a collection share, else null; unsent where that of any member is. */
export function collectionStatus(members: readonly ShownStatus[]): ShownStatus {
  const first = members[0]?.status ?? null;
  return {
    status: members.every(({ status }) => status === first) ? first : null,
    unsent: members.some(({ unsent }) => unsent),
  };
}
