import { isAway } from "../sync/sync-status.ts";
import { useSyncStatus } from "./use-sync.ts";

/**
 * Meaning of an empty table of the mirror: `here`, the server has none either; `awaited`, the first copy is on its way;
 * `away`, it cannot come before there is a connection, or this person has signed in again.
 */
export type FirstCopy = "here" | "awaited" | "away";

export function useFirstCopy(): FirstCopy {
  const { freshAtMs, phase } = useSyncStatus();
  if (freshAtMs !== null) return "here";
  return isAway(phase) ? "away" : "awaited";
}
