import { isFeatureOn } from "../../../domain/feature.ts";
import { browserLocalValues, LOCAL_KEYS } from "../../../platform/stored-values.ts";
import type { MirrorReader } from "../../../storage/mirror/mirror-reader.ts";

/** Whether insights are folded into collections, and the way to change it. */
export interface CollectionsChoice {
  /** Whether the feature is on; undefined until that is known. */
  readonly enabled: boolean | undefined;
  readonly grouped: boolean;
  setGrouped(grouped: boolean): void;
}

/** Whether this browser's person wants them, where the feature is on. */
export function areCollectionsWanted(): boolean {
  return browserLocalValues().get(LOCAL_KEYS.collections) !== "false";
}

export function storeCollectionsWanted(wanted: boolean): void {
  browserLocalValues().set(LOCAL_KEYS.collections, String(wanted));
}

export async function readCollectionsEnabled(mirror: MirrorReader): Promise<boolean> {
  return isFeatureOn(await mirror.features(), "COLLECTIONS");
}
