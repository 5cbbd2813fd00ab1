import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { FeatureKey } from "../../domain/feature.ts";
import { browserLocalValues, LOCAL_KEYS } from "../../platform/stored-values.ts";
import type { MirrorReader } from "../../storage/mirror-reader.ts";

const COLLECTIONS: FeatureKey = "COLLECTIONS";

/**
 * Whether insights are folded into collections: only where the feature is on, and then unless this browser's
 * person turned it off. `enabled` is undefined until the features were read.
 */
export function useCollections(mirror: MirrorReader) {
  const enabled = useLiveQuery(() => readEnabled(mirror), [mirror]);
  const [values] = useState(() => browserLocalValues());
  const [wanted, setWanted] = useState(() => values.get(LOCAL_KEYS.collections) !== "false");
  return {
    enabled,
    grouped: enabled === true && wanted,
    setGrouped(grouped: boolean) {
      values.set(LOCAL_KEYS.collections, String(grouped));
      setWanted(grouped);
    },
  };
}

async function readEnabled(mirror: MirrorReader): Promise<boolean> {
  const features = await mirror.features();
  return features.some(({ key, enabled }) => key === COLLECTIONS && enabled);
}
