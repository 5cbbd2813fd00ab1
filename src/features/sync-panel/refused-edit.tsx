import { Check, X } from "lucide-react";
import { Link } from "wouter";
import type { DeviceFields } from "../../domain/device-fields.ts";
import { deviceFieldsText, REFUSED_EDITS, wireFieldLabel } from "../../messages/device-fields.ts";
import { SYNC_PANEL } from "../../messages/sync-panel.ts";
import type { WriteRefusal } from "../../storage/outbox-record.ts";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/chip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useMirrored } from "../use-sync.ts";
import styles from "./sync-panel.module.css";

interface RefusedEditProps {
  item: WriteRefusal;
  onOpen(): void;
  onRetry(): void;
  onDismiss(): void;
}

/** Fields of a Sentinel that were not taken, or were applied over newer ones. */
export function RefusedEdit({ item, onOpen, onRetry, onDismiss }: RefusedEditProps) {
  const device = useMirrored(async (mirror) =>
    (await mirror.devices()).find(({ device_id }) => device_id === item.insightId),
  );
  const groups = useMirrored((mirror) => mirror.groups());
  const words = (fields: Partial<DeviceFields>) =>
    deviceFieldsText(fields, (id) => groups?.find(({ group_id }) => group_id === id)?.group_name);
  const name = device?.display_name ?? REFUSED_EDITS.unknownDevice;
  const applied = item.outcome === "overrode";
  const wanted = words(item.value as Partial<DeviceFields>);
  return (
    <li className={styles.refused}>
      <div>
        <strong>{name}</strong>{" "}
        {applied && (
          <Tag tone="ok" icon={<Check size={14} aria-hidden="true" />}>
            {SYNC_PANEL.applied}
          </Tag>
        )}
        <p className={styles.small}>
          {applied
            ? REFUSED_EDITS.overrode(wanted, words((item.over ?? {}) as Partial<DeviceFields>))
            : `${REFUSED_EDITS.outcomes[item.outcome]}. ${REFUSED_EDITS.wanted(wanted)}`}
        </p>
        {item.said !== undefined && (
          <p className={styles.small}>{REFUSED_EDITS.said(item.said, wireFieldLabel(item.saidOf))}</p>
        )}
        {device && (
          <div className={styles.acts}>
            {!applied && item.outcome !== "gone" && (
              <Button onClick={onRetry} aria-label={SYNC_PANEL.retryOne(name)}>
                {SYNC_PANEL.retry}
              </Button>
            )}
            <Link
              href={`/?tab=devices&device=${encodeURIComponent(item.insightId)}`}
              onClick={onOpen}
              className={styles.open}
              aria-label={SYNC_PANEL.openOne(name)}
            >
              {SYNC_PANEL.open}
            </Link>
          </div>
        )}
      </div>
      <IconButton label={SYNC_PANEL.dismissOne(name)} icon={<X size={18} />} onClick={onDismiss} />
    </li>
  );
}
