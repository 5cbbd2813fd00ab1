import X from "lucide-react/icons/x";
import { useAlertView } from "../../client/alerts-view.ts";
import { useDevicesView } from "../../client/devices-view.ts";
import { isAlertStatus } from "../../domain/alert/alert-step.ts";
import type { WriteRefusal } from "../../domain/outbox/outbox-record.ts";
import { fullUtc } from "../../domain/time.ts";
import { ALERT_TYPE_LABELS, ALERTS, REFUSED_STEPS } from "../../messages/alerts/alerts.ts";
import { REFUSED_EDITS } from "../../messages/fleet/device-fields.ts";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { RefusedActions } from "./refused-actions.tsx";
import styles from "./sync-panel.module.css";

interface RefusedStepProps {
  item: WriteRefusal;
  onOpen(): void;
  onRetry(): void;
  onDismiss(): void;
}

/** A step of an alert that the server refused. */
export function RefusedStep({ item, onOpen, onRetry, onDismiss }: RefusedStepProps) {
  const alert = useAlertView(item.insightId);
  const name = alert ? alert.summary || ALERT_TYPE_LABELS[alert.alert_type] : REFUSED_STEPS.unknownAlert;
  const devices = useDevicesView()?.devices;
  const device = devices?.find(({ device_id }) => device_id === item.deviceId);
  const since = typeof item.seen?.created_at === "string" ? Date.parse(item.seen.created_at) : Number.NaN;
  const whereAndWhen = ` · ${device?.display_name ?? item.deviceId}${
    Number.isNaN(since) ? "" : ` · ${fullUtc(since)}`
  }`;
  const wanted = isAlertStatus(item.value) ? ALERTS.statusIcons[item.value] : String(item.value);
  return (
    <li className={styles.refused}>
      <div>
        <strong>{name}</strong>
        {!alert && <span className={styles.small}>{whereAndWhen}</span>}
        <p className={styles.small}>
          {REFUSED_STEPS.outcomes[item.outcome]}. {REFUSED_STEPS.wanted(wanted)}
        </p>
        {item.said !== undefined && (
          <p className={styles.small}>{REFUSED_EDITS.said(item.said, undefined)}</p>
        )}
        {alert && (
          <RefusedActions
            name={name}
            mayRetry={item.outcome !== "gone" && alert.status !== item.value}
            href={`/?tab=alerts&alert=${encodeURIComponent(alert.id)}`}
            onRetry={onRetry}
            onOpen={onOpen}
          />
        )}
      </div>
      <IconButton label={SYNC_PANEL.dismissOne(name)} icon={<X size={18} />} onClick={onDismiss} />
    </li>
  );
}
