import type { OfflineSet } from "../../domain/offline/offline-set.ts";
import type { Alert, Device, Feature, Group, Model } from "../../protocol/shapes.ts";
import type { FirstDevices } from "./first-devices.ts";
import type { MirrorReplaced } from "./mirror-database.ts";
import type { RetentionState } from "./retention-state.ts";

/**
 * Reads of the small mirrored tables, made for dexie-react-hooks' useLiveQuery: each touches only its own table
 * (Sentinels that of the groups too, which say where each one belongs).
 * Insights are not here: they are read through the InsightEngine.
 */
export interface MirrorReader {
  devices(): Promise<Device[]>;
  /** Those that `devices` begins with, read at once, where thousands take half of a second; null where not known. */
  firstDevices(): Promise<FirstDevices | null>;
  groups(): Promise<Group[]>;
  alerts(): Promise<Alert[]>;
  /** Those that are new or acknowledged: few, where the resolved ones of years are many. */
  openAlerts(): Promise<Alert[]>;
  /** The newest ones, of all statuses: read at once, where all of years take a second. */
  newestAlerts(limit: number): Promise<Alert[]>;
  /** Undefined where it is not on this device. */
  alert(id: string): Promise<Alert | undefined>;
  models(): Promise<Model[]>;
  features(): Promise<Feature[]>;
  /** The retention of this device, which screens show beside their counts. */
  retention(): Promise<RetentionState>;
  /** The newest first. */
  offlineSets(): Promise<readonly OfflineSet[]>;
  /** Alerts with status new, for the badge. @param without ids of alerts that do not count */
  countNewAlerts(without: readonly string[]): Promise<number>;
  /** Decisions of the person that others replaced, the newest first. */
  replaced(): Promise<MirrorReplaced[]>;
  /** @param without ids that do not count */
  countReplaced(without: readonly string[]): Promise<number>;
}
