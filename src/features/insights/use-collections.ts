import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { FeatureKey } from "../../domain/feature.ts";
import { browserLocalValues, LOCAL_KEYS } from "../../platform/stored-values.ts";
import type { MirrorReader } from "../../storage/mirror-reader.ts";

const COLLECTIONS: FeatureKey = "COLLECTIONS";

/**
 * Whether insights are folded into collections: only where the feature is on, and then unless this browser's
 * person turned it off.
 *
 * @param first whether the feature is on, until that was read; undefined where it is not known
 */
export function useCollections(mirror: MirrorReader, first: boolean | undefined) {
  const enabled = useLiveQuery(() => readCollectionsEnabled(mirror), [mirror]) ?? first;
  const [wanted, setWanted] = useState(areCollectionsWanted);
  return {
    enabled,
    grouped: enabled === true && wanted,
    setGrouped(grouped: boolean) {
      browserLocalValues().set(LOCAL_KEYS.collections, String(grouped));
      setWanted(grouped);
    },
  };
}

/** Whether this browser's person wants them, where the feature is on. */
export function areCollectionsWanted(): boolean {
  return browserLocalValues().get(LOCAL_KEYS.collections) !== "false";
}

export async function readCollectionsEnabled(mirror: MirrorReader): Promise<boolean> {
  const features = await mirror.features();
  return features.some(({ key, enabled }) => key === COLLECTIONS && enabled);
}
