import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Navigation from "lucide-react/icons/navigation";
import { useId, useState } from "react";
import {
  bearingDegrees,
  compassPoint,
  distanceM,
  distanceText,
  type Position,
  plottedAt,
} from "../../domain/map/position.ts";
import { ALERT_TYPE_LABELS, ALERTS } from "../../messages/alerts/alerts.ts";
import { agoWords, lastingWords } from "../../messages/time-words.ts";
import { ALERT_TYPE_ICONS } from "../../parts/alert-type-icons.ts";
import { classNames } from "../../ui/class-names.ts";
import { type AlertItem, type AlertLine, deviceName, lineOf, placeName } from "./alert-line.ts";
import { AlertStatusIcon, StepButton, WaitingTag } from "./alert-status.tsx";
import styles from "./alerts.module.css";
import { swipeAttributes } from "./swipe-attributes.ts";

interface AlertCardProps {
  line: AlertLine;
  nowMs: number;
  /** Where this person is; null while that is not known. */
  own: Position | null;
  onOpen(alertId: string): void;
  onStep(line: AlertLine): void;
}

/** A line of the list on a phone: what is wrong, where, since when, how far, and the next step. */
export function AlertCard({ line, nowMs, own, onOpen, onStep }: AlertCardProps) {
  const { alert } = line.lead;
  const Icon = ALERT_TYPE_ICONS[alert.alert_type];
  const title = ALERT_TYPE_LABELS[alert.alert_type];
  const [open, setOpen] = useState(false);
  const id = useId();
  const isFold = line.items.length > 1;
  const places = line.items.map(placeName);
  const head = (
    <>
      <span className={classNames(styles.tile, alert.status === "new" && styles.newTile)}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={styles.headline}>{title}</span>
        <span className={styles.where}>{isFold ? foldWords(line, places) : whereWords(line.lead)}</span>
        <span className={styles.since}>
          <span className={styles.sinceWords}>
            <AlertStatusIcon status={alert.status} isNamed={false} />
            {ALERTS.statusIcons[alert.status]} · {ageOfAlert(alert, nowMs)}
          </span>
          {!isFold && <Distance item={line.lead} own={own} />}
        </span>
      </span>
    </>
  );
  return (
    <>
      <div className={styles.card}>
        {isFold ? (
          <button
            type="button"
            className={styles.pressed}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            {head}
            {open ? <ChevronUp size={18} aria-hidden="true" /> : <ChevronDown size={18} aria-hidden="true" />}
          </button>
        ) : (
          <button type="button" className={styles.pressed} onClick={() => onOpen(alert.id)}>
            {head}
          </button>
        )}
        <StepButton line={line} onStep={onStep} />
      </div>
      {line.items.some((item) => item.alert.waiting) && (
        <p className={styles.waiting}>
          <WaitingTag alert={line.items.find((item) => item.alert.waiting)?.alert ?? alert} />
        </p>
      )}
      {isFold && open && (
        <ul id={id} className={styles.fold}>
          {line.items.map((item) => (
            <li key={item.alert.id} {...swipeAttributes(lineOf([item]))} className={styles.member}>
              <AlertCard line={lineOf([item])} nowMs={nowMs} own={own} onOpen={onOpen} onStep={onStep} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Counted from the condition; by a server that does not say since when it holds, from the creation of the alert. */
function ageOfAlert({ since, created_at }: AlertItem["alert"], nowMs: number): string {
  return since ? lastingWords(Date.parse(since), nowMs) : agoWords(Date.parse(created_at), nowMs);
}

function whereWords(item: AlertItem): string {
  const name = deviceName(item);
  const place = placeName(item);
  const volts = lowVolts(item);
  const isSaid = place === null || name.toLowerCase().includes(place.toLowerCase());
  // The place last: it is what may be cut.
  const words = [name, volts === null ? null : ALERTS.volts(volts), isSaid ? null : place];
  // A line that is full ends with a word: the dot goes to the next one.
  return words.filter((one) => one !== null).join(" ·\u00a0");
}

/** The low reading, where that is what is wrong. */
function lowVolts({ alert, device }: AlertItem): number | null {
  if (alert.alert_type !== "low_battery") return null;
  return alert.battery_voltage ?? device?.battery_voltage ?? null;
}

/** How many Sentinels, and where: the place that they share, else the first of them by name. */
function foldWords({ items }: AlertLine, places: readonly (string | null)[]): string {
  const [place] = places;
  const shared = place && places.every((other) => other === place) ? place : null;
  const count = ALERTS.fold(items.length);
  return `${count}: ${shared ?? ALERTS.foldNames(items.map(deviceName))}`;
}

function Distance({ item: { device }, own }: { item: AlertItem; own: Position | null }) {
  const at = device && plottedAt(device);
  if (!own || !at) return null;
  return (
    <span className={styles.sinceWords}>
      <Navigation size={14} aria-hidden="true" />
      {distanceText(distanceM(own, at))} {compassPoint(bearingDegrees(own, at))}
    </span>
  );
}
