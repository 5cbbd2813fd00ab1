import Camera from "lucide-react/icons/camera";
import Eye from "lucide-react/icons/eye";
import ImageOff from "lucide-react/icons/image-off";
import MapPin from "lucide-react/icons/map-pin";
import Navigation from "lucide-react/icons/navigation";
import type { ReactNode } from "react";
import { THRESHOLD_RANGES } from "../../domain/alert/alert-settings.ts";
import { type Position, plottedAt } from "../../domain/map/position.ts";
import { fullUtc } from "../../domain/time.ts";
import { ALERT_DETAILS, ALERT_TYPE_LABELS, ALERTS } from "../../messages/alerts/alerts.ts";
import { MAP } from "../../messages/map/map.ts";
import { agoWords } from "../../messages/time-words.ts";
import { Way } from "../../parts/map/way.tsx";
import { PhotoThumbnail } from "../../parts/photo/photo-thumbnail.tsx";
import { useLastPhoto } from "../../parts/photo/use-last-photo.ts";
import { readableName } from "../../parts/species-label.tsx";
import type { Located } from "../../platform/geolocation.ts";
import { classNames } from "../../ui/class-names.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ButtonLink } from "../../ui/controls/button-link.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./alert-dialog.module.css";
import { AlertHistory } from "./alert-history.tsx";
import {
  type AlertItem,
  type AlertLine,
  alertTitle,
  deviceName,
  lineOf,
  placeName,
  sinceMs,
} from "./alert-line.ts";
import { AlertStatusIcon, StepButton } from "./alert-status.tsx";
import { useAlertItem } from "./use-alert-items.ts";

export interface AlertDialogProps {
  alertId: string;
  position: PositionControl;
  nowMs: number;
  /** On a phone it rests on the bottom edge. */
  narrow: boolean;
  onStep(line: AlertLine): void;
  onClose(): void;
}

/** Where this person is, and how it is found. */
export interface PositionControl {
  own: Position | null;
  asking: boolean;
  problem: Exclude<Located["kind"], "found"> | null;
  ask(): Promise<unknown>;
}

const w = ALERT_DETAILS;

/** All about one alert: what is wrong, where, since when, the last photo, the way there, and what was done. */
export function AlertDialog({ alertId, position, nowMs, narrow, onStep, onClose }: AlertDialogProps) {
  const item = useAlertItem(alertId);
  const placement = narrow ? "centre" : "side";
  if (item === undefined) return null;
  if (item === null) {
    return (
      <Dialog open onClose={onClose} title={w.gone} placement={placement}>
        <p className={classNames(styles.gone, !narrow && styles.atSide)}>{w.goneWords}</p>
      </Dialog>
    );
  }
  const { alert, device } = item;
  const since = sinceMs(alert);
  return (
    <Dialog
      open
      onClose={onClose}
      title={alertTitle(alert)}
      subtitle={deviceName(item)}
      placement={placement}
      footer={<StepButton line={lineOf([item])} onStep={onStep} />}
    >
      <div className={classNames(styles.details, !narrow && styles.atSide)}>
        <LastPhoto deviceId={alert.associated_id} name={deviceName(item)} />
        <dl className={styles.facts}>
          <Fact label={w.what}>
            {ALERT_TYPE_LABELS[alert.alert_type]}
            <Threshold alert={alert} />
          </Fact>
          <Fact label={w.status}>
            <span className={styles.status}>
              <AlertStatusIcon status={alert.status} isNamed={false} /> {ALERTS.statusIcons[alert.status]}
            </span>
          </Fact>
          <Fact label={w.since}>
            <time dateTime={new Date(since).toISOString()}>{fullUtc(since)}</time>, {agoWords(since, nowMs)}
          </Fact>
          <Fact label={w.where}>{placeName(item) ?? w.noPlace}</Fact>
          <Fact label={w.way}>
            <WayThere to={device && plottedAt(device)} position={position} />
          </Fact>
        </dl>
        {position.problem !== null && <Notice tone="danger">{MAP.notLocated[position.problem]}</Notice>}
        <nav className={styles.links} aria-label={deviceName(item)}>
          {device && plottedAt(device) && (
            <ButtonLink
              href={deviceHref("map", "device", alert.associated_id)}
              icon={<MapPin size={16} aria-hidden="true" />}
            >
              {w.map}
            </ButtonLink>
          )}
          {device && (
            <ButtonLink
              href={deviceHref("devices", "device", alert.associated_id)}
              icon={<Camera size={16} aria-hidden="true" />}
            >
              {w.sentinel}
            </ButtonLink>
          )}
          <ButtonLink
            href={deviceHref("insights", "device_id", alert.associated_id)}
            icon={<Eye size={16} aria-hidden="true" />}
          >
            {w.insights}
          </ButtonLink>
        </nav>
        <AlertHistory alert={alert} />
      </div>
    </Dialog>
  );
}

function deviceHref(tab: "map" | "devices" | "insights", parameter: string, deviceId: string): string {
  return `/?${new URLSearchParams({ tab, [parameter]: deviceId })}`;
}

function Threshold({ alert: { alert_type, threshold } }: Pick<AlertItem, "alert">) {
  if (alert_type === "spypoint_error" || threshold === null || threshold === undefined) return null;
  const isVolts = THRESHOLD_RANGES[alert_type].unit === "volts";
  return ` (${w.threshold} ${isVolts ? ALERTS.volts(threshold) : w.hours(threshold)})`;
}

/** The way there, once this person wants to see it. */
function WayThere({
  to,
  position: { own, asking, ask },
}: {
  to: Position | null;
  position: PositionControl;
}) {
  if (to === null) return w.noPosition;
  if (own === null) {
    return (
      <Button
        variant="plain"
        icon={<Navigation size={16} aria-hidden="true" />}
        busy={asking}
        onClick={() => void ask()}
      >
        {w.showWay}
      </Button>
    );
  }
  return <Way own={own} to={to} />;
}

function LastPhoto({ deviceId, name }: { deviceId: string; name: string }) {
  const last = useLastPhoto(deviceId, null);
  const none = (
    <p className={styles.noPhoto}>
      <ImageOff size={20} aria-hidden="true" />
      {last === undefined ? "" : w.noPhoto}
    </p>
  );
  if (!last) return none;
  const at = fullUtc(last.atMs);
  return (
    <figure className={styles.figure}>
      <PhotoThumbnail photo={last} alt={w.photoOf(name, at)} className={styles.photo}>
        {none}
      </PhotoThumbnail>
      <figcaption>
        {w.lastPhoto}: {readableName(last.className)}, {at}
      </figcaption>
    </figure>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
