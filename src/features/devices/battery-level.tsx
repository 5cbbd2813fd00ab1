import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { type BatteryTier, batteryTier } from "../../domain/device/battery.ts";
import { DEVICES } from "../../messages/fleet/devices.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./battery-level.module.css";

const BARS: Readonly<Record<BatteryTier, number>> = {
  full: 5,
  high: 4,
  good: 3,
  medium: 2,
  fair: 1,
  low: 0,
  unknown: 0,
};

export function BatteryLevel({ volts }: { volts: number | null }) {
  const tier = batteryTier(volts);
  const low = tier === "low";
  return (
    <span className={classNames(styles.battery, low && styles.low)}>
      <span className={styles.body} aria-hidden="true" data-tier={tier}>
        {[1, 2, 3, 4, 5].map((bar) => (
          <span key={bar} className={bar <= BARS[tier] ? styles.full : styles.empty} />
        ))}
      </span>
      <span className={styles.words}>
        <span>
          {volts !== null && <strong>{DEVICES.volts(volts)}</strong>}{" "}
          <span className={styles.tier}>
            {low && <TriangleAlert size={13} aria-hidden="true" />}
            {DEVICES.batteryTiers[tier]}
          </span>
        </span>
      </span>
      {low && <span className={styles.replace}>{DEVICES.replaceBatteries}</span>}
    </span>
  );
}
