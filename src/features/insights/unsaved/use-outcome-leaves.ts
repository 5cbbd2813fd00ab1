import { useEffect } from "react";
import { useServices } from "../../../client/services.tsx";
import { BULK_STATUS } from "../../../domain/bulk-update.ts";
import type { OutboxState } from "../../../domain/outbox/projection.ts";
import { TOAST_DURATION_MS } from "../../../state/toast-store.ts";

/** Puts away the message of a bulk update that has completed, as a notice goes: nothing is left to do about it. */
export function useOutcomeLeaves(bulk: OutboxState["bulk"]): void {
  const { outbox, timers } = useServices();
  const completedId = bulk?.status === BULK_STATUS.completed ? bulk.bulkId : null;
  useEffect(() => {
    if (completedId === null) return;
    return timers.after(TOAST_DURATION_MS, () => void outbox.dismissBulkMessage());
  }, [outbox, timers, completedId]);
}
