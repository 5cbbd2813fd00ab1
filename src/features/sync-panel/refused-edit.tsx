import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { useDevicesView } from "../../client/devices-view.ts";
import type { DeviceFields } from "../../domain/device/device-fields.ts";
import type { WriteRefusal } from "../../domain/outbox/outbox-record.ts";
import { deviceFieldsText, REFUSED_EDITS, wireFieldLabel } from "../../messages/fleet/device-fields.ts";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";
import { Tag } from "../../ui/controls/chip.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { RefusedActions } from "./refused-actions.tsx";
import styles from "./sync-panel.module.css";

interface RefusedEditProps {
  item: WriteRefusal;
  onOpen(): void;
  onRetry(): void;
  onDismiss(): void;
}

/** An edit that the server refused, or applied over newer values. */
export function RefusedEdit({ item, onOpen, onRetry, onDismiss }: RefusedEditProps) {
  const view = useDevicesView();
  const device = view?.devices.find(({ device_id }) => device_id === item.insightId);
  const words = (fields: Partial<DeviceFields>) =>
    deviceFieldsText(fields, (id) => view?.groups.find(({ group_id }) => group_id === id)?.group_name);
  const name = device?.display_name ?? REFUSED_EDITS.unknownDevice;
  const applied = item.outcome === "overrode";
  const wanted = words(item.value as Partial<DeviceFields>);
  return (
    <li className={styles.refused}>
      <div>
        <strong>{name}</strong>
        {!device && <span className={styles.small}> · {item.insightId}</span>}{" "}
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
          <RefusedActions
            name={name}
            mayRetry={!applied && item.outcome !== "gone"}
            href={`/?tab=devices&device=${encodeURIComponent(item.insightId)}`}
            onRetry={onRetry}
            onOpen={onOpen}
          />
        )}
      </div>
      <IconButton label={SYNC_PANEL.dismissOne(name)} icon={<X size={18} />} onClick={onDismiss} />
    </li>
  );
}
