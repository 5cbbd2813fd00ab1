import { useEffect, useRef } from "react";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import styles from "./device-updates.module.css";
import { dropUpdate } from "./update-calls.ts";
import type { UpdateRow } from "./update-row.ts";

interface DropUpdateProps {
  row: UpdateRow;
  writes: OnlineOnly;
  onKeep(): void;
  onDone(): void;
  onDropped(): void;
}

/** The confirmation replaces the pressed button. */
export function DropUpdate({ row, writes, onKeep, onDone, onDropped }: DropUpdateProps) {
  const { http } = useServices();
  const write = useWrite();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const drop = async () => {
    const dropped = await write.run(() => dropUpdate(http, row.deviceUpdateId), "after");
    // A refusal may mean that the update has ended, which the list then shows.
    onDone();
    if (dropped === null) return;
    showToast({ tone: "ok", message: DEVICE_UPDATES.dropped(row.deviceUpdateId) });
    onDropped();
  };
  return (
    <div className={styles.sure} role="alertdialog" aria-label={DEVICE_UPDATES.drop}>
      <p>{DEVICE_UPDATES.dropSure(row.devices.length)}</p>
      {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
      <div className={styles.sureButtons}>
        <Button ref={keep} onClick={onKeep}>
          {DEVICE_UPDATES.keep}
        </Button>
        <Button variant="danger" busy={write.busy} {...writes.button} onClick={() => void drop()}>
          {DEVICE_UPDATES.dropConfirm}
        </Button>
      </div>
    </div>
  );
}
