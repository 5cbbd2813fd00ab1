import type { Alert, Device, Feature, Group, Model } from "../protocol/shapes.ts";

/**
 * Reads of the small mirrored tables, made for dexie-react-hooks' useLiveQuery: each touches only its own table
 * (Sentinels that of the groups too, which say where each one belongs).
 * Insights are not here: they are read through the InsightView.
 */
export interface MirrorReader {
  devices(): Promise<Device[]>;
  groups(): Promise<Group[]>;
  alerts(): Promise<Alert[]>;
  models(): Promise<Model[]>;
  features(): Promise<Feature[]>;
  /** Alerts with status new, for the badge. */
  countNewAlerts(): Promise<number>;
}
