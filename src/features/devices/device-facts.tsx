import type { ReactNode } from "react";
import type { ShownDevice } from "../../client/devices-view.ts";
import { fullUtc, hoursSinceRoundedUp } from "../../domain/time.ts";
import { DEVICE_FORM, DEVICES } from "../../messages/fleet/devices.ts";
import { FLEET } from "../../messages/fleet/fleet.ts";
import { sizeText } from "../../messages/offline/retention.ts";
import { imageCount, spaceLeft, timeMs } from "../../parts/device-health.ts";
import { BatteryLevel } from "./battery-level.tsx";
import styles from "./devices.module.css";
import { reliabilityText } from "./reliability-text.ts";

const { columns: words } = DEVICES;

/** The last report of a Sentinel. */
export function DeviceFacts({ device, nowMs }: { device: ShownDevice; nowMs: number }) {
  const since = (iso: string | null) => {
    const hours = hoursSinceRoundedUp(timeMs(iso), nowMs);
    return hours === null ? DEVICES.never : DEVICES.hours(hours);
  };
  const seenMs = timeMs(device.last_seen);
  const space = spaceLeft(device);
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [words.battery, <BatteryLevel key="battery" volts={device.battery_voltage} />],
    [words.reliable, reliabilityText(device) ?? DEVICES.absent],
    [words.seen, seenMs === null ? DEVICES.never : fullUtc(seenMs)],
    [words.sinceInsight, since(device.last_insight_at)],
    [words.sinceImage, since(device.last_image_at)],
    [words.space, space === null ? DEVICES.absent : sizeText(space)],
    [words.images, imageCount(device)?.toLocaleString("en") ?? DEVICES.absent],
    [words.update, FLEET.updateStatus(device.device_update_status)],
    [words.software, device.software_version ?? DEVICES.absent],
    [words.mcu, device.mcu_version ?? DEVICES.absent],
    [words.hardware, device.hardware_id ?? DEVICES.absent],
  ];
  return (
    <section className={styles.section} aria-label={DEVICE_FORM.health}>
      <h3 className={styles.heading}>{DEVICE_FORM.health}</h3>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
