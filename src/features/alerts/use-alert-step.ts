import { useCallback, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { nextAlertStatus } from "../../domain/alert/alert.ts";
import { ALERT_STATUS } from "../../domain/alert/alert-step.ts";
import { createStepPause } from "../../domain/alert/step-pause.ts";
import { UNDO_HOLD_MS } from "../../domain/outbox/outbox-record.ts";
import { ALERTS } from "../../messages/alerts/alerts.ts";
import { systemClock } from "../../platform/system-clock.ts";
import { showToast } from "../../state/toast-store.ts";
import { type AlertLine, lineName } from "./alert-line.ts";

/**
 * Takes the next step of a line's alerts: stored at once and sent when its undo is over, because no status goes back.
 */
export function useAlertStep(): (line: AlertLine) => Promise<void> {
  const { outbox } = useServices();
  const [pause] = useState(() => createStepPause(systemClock));
  return useCallback(
    async (line) => {
      const status = nextAlertStatus(line.lead.alert.status);
      if (status === null || status === "new") return;
      const alertIds = line.items.map(({ alert }) => alert.id);
      if (!pause.begins(alertIds)) return;
      const name = lineName(line);
      const count = line.items.length;
      const writes = line.items.map(({ alert }) => ({
        subject: alert.id,
        deviceId: alert.associated_id,
        value: status,
        base: alert.status,
        seen: { created_at: alert.created_at },
      }));
      const heldId = await outbox.enqueueHeld(ALERT_STATUS, writes);
      if (heldId === null) {
        showToast({ message: ALERTS.notStored, tone: "error" });
        return;
      }
      const undo = async () => {
        const undone = await outbox.takeBack(heldId);
        if (undone) pause.ends(alertIds);
        showToast({ message: undone ? ALERTS.undone(name, count) : ALERTS.undoneTooLate });
      };
      showToast({
        message: ALERTS.done(status, name, count),
        action: { label: ALERTS.undo, run: () => void undo() },
        durationMs: UNDO_HOLD_MS,
      });
    },
    [outbox, pause],
  );
}
