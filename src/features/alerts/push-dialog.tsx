import { PUSH } from "../../messages/alerts/push.ts";
import { PushCard } from "../../parts/push/push-card.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./push-dialog.module.css";

/** The choice to be notified on this device, over the alerts. */
export function PushDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog open onClose={onClose} title={PUSH.title} placement="side">
      <div className={styles.body}>
        <PushCard />
      </div>
    </Dialog>
  );
}
