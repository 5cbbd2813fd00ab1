import Bell from "lucide-react/icons/bell";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import Clock from "lucide-react/icons/clock";
import type { ShownAlert } from "../../client/alerts-view.ts";
import { type AlertStatus, nextAlertStatus } from "../../domain/alert/alert.ts";
import { ALERTS } from "../../messages/alerts/alerts.ts";
import { classNames } from "../../ui/class-names.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Tag } from "../../ui/controls/chip.tsx";
import { type AlertLine, alertTitle, lineName } from "./alert-line.ts";
import styles from "./alerts.module.css";

const ICONS = { new: Bell, acknowledged: Check, resolved: CheckCheck } as const;

interface AlertStatusIconProps {
  status: AlertStatus;
  /** False where its words stand beside it. */
  isNamed?: boolean;
}

export function AlertStatusIcon({ status, isNamed = true }: AlertStatusIconProps) {
  const Icon = ICONS[status];
  const label = ALERTS.statusIcons[status];
  if (!isNamed) {
    return <Icon size={14} aria-hidden="true" className={classNames(styles.statusIcon, styles[status])} />;
  }
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={classNames(styles.statusIcon, styles[status])}
    >
      <Icon size={18} aria-hidden="true" />
    </span>
  );
}

interface StepButtonProps {
  line: AlertLine;
  onStep(line: AlertLine): void;
}

/** The one next step of a line, the same that a swipe takes; of a resolved alert a button that is disabled. */
export function StepButton({ line, onStep }: StepButtonProps) {
  const { alert } = line.lead;
  const step = ALERTS.steps[alert.status];
  const title = alertTitle(alert);
  const label =
    line.items.length === 1
      ? ALERTS.stepOf(step, title, lineName(line))
      : ALERTS.stepOfAll(step, title, line.items.length);
  return (
    <Button
      className={styles.step}
      disabled={nextAlertStatus(alert.status) === null}
      aria-label={label}
      onClick={() => onStep(line)}
    >
      {step}
    </Button>
  );
}

/** Marks a status that the server does not have yet. */
export function WaitingTag({ alert }: { alert: ShownAlert }) {
  if (!alert.waiting) return null;
  return (
    <Tag tone="unsent" icon={<Clock size={13} aria-hidden="true" />}>
      {ALERTS.waiting}
    </Tag>
  );
}
