import type { OfflineSet } from "../../domain/offline/offline-set.ts";
import type { Alert, Device, Feature, Group, Model } from "../../protocol/shapes.ts";
import type { RetentionState } from "./retention-state.ts";

/**
 * Reads of the small mirrored tables, made for dexie-react-hooks' useLiveQuery: each touches only its own table
 * (Sentinels that of the groups too, which say where each one belongs).
 * Insights are not here: they are read through the InsightEngine.
 */
export interface MirrorReader {
  devices(): Promise<Device[]>;
  groups(): Promise<Group[]>;
  alerts(): Promise<Alert[]>;
  models(): Promise<Model[]>;
  features(): Promise<Feature[]>;
  /** What this device keeps; counts over a part say so. */
  retention(): Promise<RetentionState>;
  /** Sets that are packed for the field, the newest first. */
  offlineSets(): Promise<readonly OfflineSet[]>;
  /** Alerts with status new, for the badge. */
  countNewAlerts(): Promise<number>;
}
