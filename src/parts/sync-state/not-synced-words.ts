import { insightsMessages } from "../../messages/insights/insights.ts";
import { isAway, type SyncStatus } from "../../sync/sync-status.ts";

const { empty } = insightsMessages;

/**
 * Why no insight is on this device before the first copy has ended: no connection, an ended session, a failed pull, still fetching, or not
 * known yet.
 */
export function notSyncedWords({
  phase,
  failed,
  firstSync,
}: Pick<SyncStatus, "phase" | "failed" | "firstSync">): { title: string; help: string | null } {
  if (phase === "signedOut") return { title: empty.notSynced, help: empty.notSyncedSignedOut };
  if (isAway(phase)) return { title: empty.notSynced, help: empty.notSyncedHelp };
  // `failed` is reset only when a pull ends, so it still holds while the next first copy brings rows.
  if (failed && firstSync === null) return { title: empty.notSynced, help: empty.notFetchedHelp };
  const comes = phase === "online" || firstSync !== null;
  return comes ? { title: empty.fetching, help: empty.fetchingHelp } : { title: empty.looking, help: null };
}
