import CircleCheck from "lucide-react/icons/circle-check";
import CircleSlash from "lucide-react/icons/circle-slash";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import Send from "lucide-react/icons/send";
import { useState } from "react";
import type { DeliveryStatus } from "../../../domain/notification/delivery-subject.ts";
import { shortUtc } from "../../../domain/time.ts";
import { ALERT_TYPE_LABELS } from "../../../messages/alerts/alerts.ts";
import { DELIVERIES } from "../../../messages/settings/deliveries.ts";
import { readableName } from "../../../parts/species-label.tsx";
import type { Delivery } from "../../../protocol/calls/integration-calls.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { type ChipTone, Tag } from "../../../ui/controls/chip.tsx";
import styles from "./integrations.module.css";

const STATUS_LOOKS: Readonly<Record<DeliveryStatus, { tone: ChipTone; Icon: typeof Send }>> = {
  waiting: { tone: "unsent", Icon: Clock },
  sending: { tone: "primary", Icon: Send },
  sent: { tone: "ok", Icon: CircleCheck },
  failed: { tone: "danger", Icon: CircleX },
  dropped: { tone: "neutral", Icon: CircleSlash },
};

/** What a person may do to get fewer messages like one. */
export interface QuietActions {
  muteClass(className: string): void;
  muteDevice(deviceId: string, name: string): void;
  quietHours(): void;
  edit(): void;
}

interface DeliveryLineProps {
  delivery: Delivery;
  nowMs: number;
  groupName(groupId: string): string | null;
  quiet: QuietActions;
  disabled: boolean;
}

/** One message; opened, it says why it was sent and how to get fewer like it. */
export function DeliveryLine({ delivery, nowMs, groupName, quiet, disabled }: DeliveryLineProps) {
  // Thousands of lines stand closed; what they hold is drawn when it is asked for.
  const [open, setOpen] = useState(false);
  const { tone, Icon } = STATUS_LOOKS[delivery.status];
  return (
    <li className={styles.delivery}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.deliveryHead}>
          <span className={styles.deliveryTitle}>{titleOf(delivery)}</span>
          <Tag tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
            {DELIVERIES.statuses[delivery.status]}
          </Tag>
          <span className={styles.deliveryMeta}>
            {shortUtc(Date.parse(delivery.createdAt), nowMs)}
            {delivery.target !== null && ` · ${delivery.target}`}
          </span>
        </summary>
        {open && (
          <>
            <dl className={styles.deliveryFacts}>
              {factsOf(delivery, nowMs, groupName).map(([label, value]) => (
                <div key={label} className={styles.fact}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {delivery.mayRepeat && <p className={styles.quiet}>{DELIVERIES.mayRepeat}</p>}
            <QuietButtons delivery={delivery} quiet={quiet} disabled={disabled} />
          </>
        )}
      </details>
    </li>
  );
}

function QuietButtons({
  delivery,
  quiet,
  disabled,
}: Pick<DeliveryLineProps, "delivery" | "quiet" | "disabled">) {
  const { kind, what } = delivery;
  if (kind === "code" || kind === "test") return null;
  const { className, deviceId, deviceName } = what;
  return (
    <fieldset className={styles.quietButtons}>
      <legend>{DELIVERIES.fewer}</legend>
      {kind === "insight" && className !== null && (
        <Button disabled={disabled} onClick={() => quiet.muteClass(className)}>
          {DELIVERIES.muteClass(readableName(className))}
        </Button>
      )}
      {kind === "insight" && deviceId !== null && (
        <Button disabled={disabled} onClick={() => quiet.muteDevice(deviceId, deviceName ?? deviceId)}>
          {DELIVERIES.muteDevice(deviceName ?? deviceId)}
        </Button>
      )}
      {kind !== "digest" && <Button onClick={quiet.quietHours}>{DELIVERIES.quietHours}</Button>}
      <Button variant="plain" onClick={quiet.edit}>
        {DELIVERIES.turnOff}
      </Button>
    </fieldset>
  );
}

function titleOf({ kind, what }: Delivery): string {
  const { className, count, deviceName, alertType, day } = what;
  const at = (name: string) => (deviceName === null ? name : DELIVERIES.from(name, deviceName));
  if (kind === "insight" && className !== null) {
    const name = readableName(className);
    return at((count ?? 1) > 1 ? DELIVERIES.several(name, count ?? 1) : name);
  }
  if (kind === "alert" && alertType !== null) return at(ALERT_TYPE_LABELS[alertType]);
  if (kind === "digest" && day !== null) return DELIVERIES.digestOf(day);
  if (kind === "limit" && count !== null) return DELIVERIES.limitOf(count);
  return DELIVERIES.kinds[kind];
}

function factsOf(
  delivery: Delivery,
  nowMs: number,
  groupName: DeliveryLineProps["groupName"],
): [string, string][] {
  const { target, createdAt, nextAt, endedAt, attempts, answer, providerRef } = delivery;
  const time = (iso: string) => shortUtc(Date.parse(iso), nowMs);
  const facts: [string, string | null][] = [
    [DELIVERIES.why, whyOf(delivery, groupName)],
    [DELIVERIES.answer, answer],
    [DELIVERIES.to, target],
    [DELIVERIES.at, time(createdAt)],
    [DELIVERIES.next, nextAt && time(nextAt)],
    [DELIVERIES.ended, endedAt && time(endedAt)],
    [DELIVERIES.attempts, attempts > 0 ? String(attempts) : null],
    [DELIVERIES.reference, providerRef],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function whyOf({ kind, why }: Delivery, groupName: DeliveryLineProps["groupName"]): string | null {
  if (why === null || why === undefined) return kind === "limit" ? null : DELIVERIES.asked;
  const group = why.by === "group" && why.groupId !== null ? groupName(why.groupId) : null;
  return group === null ? DELIVERIES.reasons[why.by] : DELIVERIES.groupReason(group);
}
