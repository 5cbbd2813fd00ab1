import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import type { UpdateConflicts } from "../../protocol/device-updates.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import styles from "./device-updates.module.css";

interface ConflictNoticeProps {
  conflicts: UpdateConflicts;
  isOwn(updateId: string): boolean;
  onOpen(updateId: string): void;
}

/** The conflicting updates and their owners; a person's own can be opened, to cancel it. */
export function ConflictNotice({ conflicts, isOwn, onOpen }: ConflictNoticeProps) {
  return (
    <Notice tone="danger">
      <p>{DEVICE_UPDATES.conflict}</p>
      <p>{DEVICE_UPDATES.conflictDrop}</p>
      {conflicts.length > 0 && (
        <ul className={styles.conflicts} aria-label={DEVICE_UPDATES.conflictList}>
          {conflicts.map(({ email, deviceUpdateId }) => (
            <li key={deviceUpdateId} className={styles.conflict}>
              <span className={styles.conflictWords}>
                {DEVICE_UPDATES.conflictLine(email ?? DEVICE_UPDATES.formerOwner, deviceUpdateId)}
              </span>
              {isOwn(deviceUpdateId) && (
                <Button onClick={() => onOpen(deviceUpdateId)}>
                  {DEVICE_UPDATES.conflictOpen(deviceUpdateId)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
