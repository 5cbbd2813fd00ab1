import { useLiveQuery } from "dexie-react-hooks";
import { useMemo } from "react";
import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import { dismissalValue, dismissedIds, REPLACED_DISMISSAL } from "../domain/replaced-decision.ts";
import type { MirrorReplaced } from "../storage/mirror/mirror-database.ts";
import type { ActionAnswer, NewWrite, OverflowPolicy } from "../sync/outbox/review-outbox.ts";
import { type Services, useServices } from "./services.tsx";
import { useMirrored, useOutboxState } from "./use-sync.ts";
import { useWaitingWrites } from "./use-waiting-writes.ts";

/** Ids that wait in the outbox to be dismissed. */
function useDismissed(): readonly string[] {
  const waiting = useWaitingWrites(REPLACED_DISMISSAL);
  return useMemo(() => Array.from(waiting.values(), dismissedIds).flat(), [waiting]);
}

/** Decisions that others replaced and that were not dismissed; none for a role that may not decide. */
export function useReplaced(): readonly MirrorReplaced[] {
  const { maySend } = useOutboxState();
  const rows = useMirrored((mirror) => mirror.replaced());
  const dismissed = useDismissed();
  return useMemo(() => {
    if (rows === undefined || !maySend) return [];
    const without = new Set(dismissed);
    return without.size === 0 ? rows : rows.filter(({ id }) => !without.has(id));
  }, [rows, dismissed, maySend]);
}

export function useReplacedCount(): number {
  const { mirror } = useServices();
  const { maySend } = useOutboxState();
  const dismissed = useDismissed();
  return useLiveQuery(
    async () => (maySend ? mirror.countReplaced(dismissed) : 0),
    [mirror, dismissed, maySend],
    0,
  );
}

/** Hides these here at once, and on all devices once it is sent. */
export function dismissReplaced(
  outbox: Services["outbox"],
  rows: readonly MirrorReplaced[],
): Promise<ActionAnswer> {
  const writes: NewWrite[] = [];
  for (let at = 0; at < rows.length; at += BULK_UPDATE_CAP) {
    const ids = rows.slice(at, at + BULK_UPDATE_CAP).map(({ id }) => id);
    const { id: subject = "", deviceId = "" } = rows[at] ?? {};
    writes.push({ subject, deviceId, value: dismissalValue(ids), base: "" });
  }
  return outbox.enqueue(REPLACED_DISMISSAL, writes);
}

/**
 * Makes the person's decisions about these anew, all of one status, over what is shown now and as one step of the list;
 * what was made anew is dismissed. Those that are not on this device, and those that show the decision, are left out.
 *
 * @returns "none" where all are left out
 */
export async function decideAgain(
  { outbox, insights }: Pick<Services, "outbox" | "insights">,
  rows: readonly MirrorReplaced[],
  agreed?: OverflowPolicy,
): Promise<ActionAnswer | "none"> {
  const [first] = rows;
  if (first === undefined) return "none";
  const statuses = await insights
    .serverStatuses(rows.map(({ insightId }) => insightId))
    .catch(() => new Map<string, MirrorReplaced["status"]>());
  const again = rows.filter((row) => {
    const status = statuses.get(row.insightId);
    return status !== undefined && status !== row.status;
  });
  if (again.length === 0) return "none";
  const targets = again.map(({ insightId, deviceId, className, timeStamp, fileCtime }) => {
    const base = statuses.get(insightId) ?? "none";
    const fileCtimeMs = fileCtime === null ? null : Date.parse(fileCtime);
    const seen = { timeStampMs: Date.parse(timeStamp), fileCtimeMs, className };
    return { insightId, deviceId, base, serverStatus: base, seen };
  });
  const answer = await outbox.act(targets, first.status, agreed);
  if (answer === "taken") await dismissReplaced(outbox, again);
  return answer;
}
