/** Figures by which the dashboard decides whether there is anything to draw. */
interface DashboardContent {
  /** Sentinels of this person, whatever the filter. */
  devices: number;
  /** Insights on this device, archived included. */
  held: number;
  /** Of these, how many the filter lets through. */
  shown: number;
  /** Whether the first copy has ended. */
  complete: boolean;
  /** Whether the filter asks for anything beside the archive. */
  filtered: boolean;
}

/** Why the dashboard has no insights to count, so that the screen can say what to do. */
export type EmptyReason = "notSynced" | "noDevices" | "noInsights" | "filtered" | "archived";

/** Null where there are insights to count. */
export function emptyReason({
  devices,
  held,
  shown,
  complete,
  filtered,
}: DashboardContent): EmptyReason | null {
  if (shown > 0) return null;
  if (held > 0) return filtered ? "filtered" : "archived";
  if (!complete) return "notSynced";
  return devices === 0 ? "noDevices" : "noInsights";
}
