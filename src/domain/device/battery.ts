/** Volts; a Sentinel with more is reliable, one with this or less needs new batteries. */
export const MIN_RELIABLE_VOLTAGE = 3.2;

/** From full downwards. All above "low" are reliable; "unknown", without a reading, is neither reliable nor low. */
export const BATTERY_TIERS = ["full", "high", "good", "medium", "fair", "low", "unknown"] as const;
export type BatteryTier = (typeof BATTERY_TIERS)[number];

const ABOVE: readonly (readonly [volts: number, tier: BatteryTier])[] = [
  [4, "full"],
  [3.8, "high"],
  [3.6, "good"],
  [3.4, "medium"],
  [MIN_RELIABLE_VOLTAGE, "fair"],
];

export function batteryTier(volts: number | null): BatteryTier {
  if (volts === null || Number.isNaN(volts)) return "unknown";
  return ABOVE.find(([above]) => volts > above)?.[1] ?? "low";
}

export function isGoodBattery(tier: BatteryTier): boolean {
  return tier !== "low" && tier !== "unknown";
}

/** Whether a Sentinel with this voltage is reliable; one without a reading is not. */
export function isReliable(volts: number | null): boolean {
  return isGoodBattery(batteryTier(volts));
}
