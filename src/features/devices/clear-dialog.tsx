import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import type { ShownDevice } from "../../client/devices-view.ts";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { DEVICE_ACCESS } from "../../messages/fleet/devices.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { clearDevice } from "./device-calls.ts";
import styles from "./devices.module.css";

interface ClearDialogProps {
  device: ShownDevice;
  what: "archive" | "revoke";
  online: OnlineOnly;
  onClose(): void;
  onGone(): void;
}

/** Confirms revoking or archiving; the next pull removes the rows. */
export function ClearDialog({ device, what, online, onClose, onGone }: ClearDialogProps) {
  const { http, outbox } = useServices();
  const write = useWrite();
  const words = DEVICE_ACCESS[what];
  const name = device.display_name;
  const unsent =
    device.waiting || outbox.getState().unsaved.some(({ deviceId }) => deviceId === device.device_id);
  const run = async () => {
    const flag = what === "archive" ? "insights" : "ownership";
    const done = await write.run(() => clearDevice(http, device.device_id, flag), "after");
    if (done === null) return;
    showToast({ tone: "ok", message: words.done(name) });
    onClose();
    if (what === "revoke") onGone();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(name)}
      icon={<TriangleAlert size={20} aria-hidden="true" />}
      footer={
        <>
          <Button onClick={onClose}>{DEVICE_ACCESS.cancel}</Button>
          <Button variant="danger" busy={write.busy} {...online.button} onClick={() => void run()}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.sure}>
        <p>{words.words}</p>
        <p>
          <strong>{words.support}</strong>
        </p>
        {unsent && <Notice tone="unsent">{DEVICE_ACCESS.unsent}</Notice>}
        {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
        {online.reason}
      </div>
    </Dialog>
  );
}
