import Download from "lucide-react/icons/download";
import { useState } from "react";
import { mayDropUpdate } from "../../domain/device/device-update.ts";
import { fullUtc } from "../../domain/time.ts";
import { durationText } from "../../messages/fleet/device-fields.ts";
import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import { tableMessages } from "../../messages/table.ts";
import { DeviceLine } from "../../parts/device-line.tsx";
import { UpdateStatusTag } from "../../parts/fleet/update-status-tag.tsx";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { Button } from "../../ui/controls/button.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { FactList } from "../../ui/layout/fact-list.tsx";
import styles from "./device-updates.module.css";
import { DropUpdate } from "./drop-update.tsx";
import type { UpdateRow } from "./update-row.ts";

interface UpdatePanelProps {
  /** Null where the id in the address is not in the list. */
  row: UpdateRow | null;
  loading: boolean;
  writes: OnlineOnly;
  onClose(): void;
  /** The list must be read again. */
  onDone(): void;
}

const { columns: words } = DEVICE_UPDATES;

/** Details of a pending update; others do not open. */
export function UpdatePanel({ row, loading, writes, onClose, onDone }: UpdatePanelProps) {
  const [dropping, setDropping] = useState(false);
  if (row === null || !mayDropUpdate(row.status)) {
    const title = row === null ? DEVICE_UPDATES.gone : DEVICE_UPDATES.ended;
    return (
      <Dialog open onClose={onClose} title={title} placement="side">
        {loading ? (
          <LoadingNotice />
        ) : (
          <p className={styles.panel}>
            {row === null ? DEVICE_UPDATES.goneWords : DEVICE_UPDATES.endedWords}
          </p>
        )}
      </Dialog>
    );
  }
  const facts: [string, string | number | null][] = [
    [words.release, row.releaseName],
    [words.firmware, row.firmwareReleaseTag],
    [words.cycle, durationText(row.cycleTime)],
    [words.trigger, row.triggerNumber],
    [words.fix, row.satelliteFixTime === null ? null : durationText(row.satelliteFixTime)],
    [words.passes, row.satellitePasses],
    [words.created, fullUtc(row.createdMs)],
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={DEVICE_UPDATES.name(row.deviceUpdateId)}
      subtitle={DEVICE_UPDATES.onDevices(row.devices.length)}
      icon={<Download size={20} aria-hidden="true" />}
      placement="side"
      footer={
        dropping ? (
          <DropUpdate
            row={row}
            writes={writes}
            onKeep={() => setDropping(false)}
            onDone={onDone}
            onDropped={onClose}
          />
        ) : (
          <Button variant="danger" {...writes.button} onClick={() => setDropping(true)}>
            {DEVICE_UPDATES.drop}
          </Button>
        )
      }
    >
      <div className={styles.panel}>
        {writes.reason}
        <section aria-label={DEVICE_UPDATES.settings}>
          <FactList facts={facts.map(([name, value]) => [name, value ?? tableMessages.absent])} />
        </section>
        <section className={styles.said} aria-label={DEVICE_UPDATES.said}>
          <h3 className={styles.heading}>{DEVICE_UPDATES.said}</h3>
          <p className={styles.quiet}>{DEVICE_UPDATES.saidWords}</p>
          <ul className={styles.devices}>
            {row.devices.map((device) => (
              <li key={device.id} className={styles.device}>
                <DeviceLine device={device} />
                <UpdateStatusTag status={device.status} />
                {device.detail !== null && <p className={styles.quiet}>{device.detail}</p>}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
