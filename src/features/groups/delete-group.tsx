import { useEffect, useRef } from "react";
import type { FleetGroup } from "../../client/fleet-view.ts";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { GROUPS } from "../../messages/fleet/groups.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { deleteGroup } from "./group-calls.ts";
import styles from "./groups.module.css";
import { goneIsDone } from "./move-devices.ts";

interface DeleteGroupProps {
  group: FleetGroup;
  writes: OnlineOnly;
  onKeep(): void;
  onDeleted(): void;
}

/** The confirmation replaces the pressed button. */
export function DeleteGroup({ group, writes, onKeep, onDeleted }: DeleteGroupProps) {
  const { http } = useServices();
  const write = useWrite();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const remove = async () => {
    const done = await write.run(async () => goneIsDone(await deleteGroup(http, group.id)), "after");
    if (done === null) return;
    showToast({ tone: "ok", message: GROUPS.deleted(group.name) });
    onDeleted();
  };
  return (
    <div className={styles.sure} role="alertdialog" aria-label={GROUPS.delete}>
      <p>{GROUPS.deleteSure(group.name, group.devices.length)}</p>
      {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
      <div className={styles.sureButtons}>
        <Button ref={keep} onClick={onKeep}>
          {GROUPS.keep}
        </Button>
        <Button variant="danger" busy={write.busy} {...writes.button} onClick={() => void remove()}>
          {GROUPS.deleteConfirm}
        </Button>
      </div>
    </div>
  );
}
