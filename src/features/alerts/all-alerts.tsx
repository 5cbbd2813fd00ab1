import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import Lock from "lucide-react/icons/lock";
import { useCallback, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { UNDO_HOLD_MS } from "../../domain/outbox/outbox-record.ts";
import { ALERTS } from "../../messages/alerts/alerts.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import type { Http, HttpOutcome } from "../../platform/http.ts";
import { dismissToast, showToast, toastStore } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import type { ListAction } from "../../ui/data-table/tools/tools-menu.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { acknowledgeAll, resolveAll } from "./alert-calls.ts";

/** The buttons for all alerts. Offline they would reach alerts that this person has not seen. */
export function AllAlertsButtons({ online, onAskResolve }: { online: OnlineOnly; onAskResolve(): void }) {
  const { busy, acknowledge } = useAcknowledgeAll();
  const icon = online.may ? undefined : <Lock size={16} aria-hidden="true" />;
  return (
    <>
      <Button {...online.button} icon={icon} busy={busy} onClick={acknowledge}>
        {ALERTS.acknowledgeAll}
      </Button>
      <Button {...online.button} icon={icon} onClick={onAskResolve}>
        {ALERTS.resolveAll}
      </Button>
    </>
  );
}

/** The same for the menu of the list on a phone. */
export function useAllAlertsActions(online: OnlineOnly, onAskResolve: () => void): readonly ListAction[] {
  const { busy, acknowledge } = useAcknowledgeAll();
  const [Acknowledge, Resolve] = online.may ? [Check, CheckCheck] : [Lock, Lock];
  return [
    {
      label: ALERTS.acknowledgeAll,
      icon: <Acknowledge size={18} aria-hidden="true" />,
      ...online.button,
      ...(busy && { disabled: true }),
      onSelect: acknowledge,
    },
    {
      label: ALERTS.resolveAll,
      icon: <Resolve size={18} aria-hidden="true" />,
      ...online.button,
      onSelect: onAskResolve,
    },
  ];
}

export function ResolveAllDialog({ onClose }: { onClose(): void }) {
  const { busy, run } = useAllAlerts();
  const confirm = async () => {
    await run(resolveAll);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={ALERTS.resolveAllAsk}
      footer={
        <>
          <Button onClick={onClose}>{ALERTS.cancel}</Button>
          <Button variant="primary" busy={busy} onClick={() => void confirm()}>
            {ALERTS.confirm}
          </Button>
        </>
      }
    >
      <p>{ALERTS.resolveAllWords}</p>
    </Dialog>
  );
}

/**
 * Acknowledges all new alerts once its offer to undo has ended, or is dismissed: no status goes back. Leaving the page
 * ends the offer, so that the step is not lost.
 */
function useAcknowledgeAll() {
  const { busy, run } = useAllAlerts();
  const [offered, setOffered] = useState(false);
  const acknowledge = () => {
    let undone = false;
    const id = showToast({
      message: ALERTS.acknowledgingAll,
      durationMs: UNDO_HOLD_MS,
      action: {
        label: ALERTS.undo,
        run() {
          undone = true;
        },
      },
    });
    setOffered(true);
    const leave = () => dismissToast(id);
    window.addEventListener("pagehide", leave);
    const unsubscribe = toastStore.subscribe(({ toasts }) => {
      if (toasts.some((toast) => toast.id === id)) return;
      unsubscribe();
      window.removeEventListener("pagehide", leave);
      setOffered(false);
      if (!undone) void run(acknowledgeAll);
    });
  };
  return { busy: busy || offered, acknowledge };
}

/** A failure is logged without a message: the list is read anew in any case, and shows what is so. */
function useAllAlerts() {
  const { http, sync } = useServices();
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (call: (http: Http) => Promise<HttpOutcome<unknown>>) => {
      setBusy(true);
      const outcome = await call(http);
      if (outcome.kind !== "answer") console.error("alerts were not changed", outcome);
      await sync.pullNow().catch(() => undefined);
      setBusy(false);
    },
    [http, sync],
  );
  return { busy, run };
}
