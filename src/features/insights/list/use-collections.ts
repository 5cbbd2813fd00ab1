import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import type { FeatureKey } from "../../../domain/feature.ts";
import { browserLocalValues, LOCAL_KEYS } from "../../../platform/stored-values.ts";
import type { MirrorReader } from "../../../storage/mirror/mirror-reader.ts";

/** The rows are painted first. */
const REST_MS = 300;

const COLLECTIONS: FeatureKey = "COLLECTIONS";

interface CollectionsInput {
  mirror: MirrorReader;
  /** Whether the feature is on, until that was read; undefined where it is not known. */
  first: boolean | undefined;
  /** What the address says; null where it says nothing. */
  named: boolean | null;
  /** Brings it into the address as a step to go back from. */
  onNamed(grouped: boolean): void;
}

/**
 * Whether insights are folded into collections: only where the feature is on. Then as the address says, so that a
 * link and Back show the rows that they stand for, and where it says nothing as this browser's person prefers. Only
 * the switch changes what they prefer: whoever opens somebody's link has not chosen anything by it.
 */
export function useCollections({ mirror, first, named, onNamed }: CollectionsInput) {
  const enabled = useLiveQuery(() => readCollectionsEnabled(mirror), [mirror]) ?? first;
  const [wanted, setWanted] = useState(areCollectionsWanted);
  return {
    enabled,
    grouped: enabled === true && (named ?? wanted),
    setGrouped(grouped: boolean) {
      browserLocalValues().set(LOCAL_KEYS.collections, String(grouped));
      setWanted(grouped);
      onNamed(grouped);
    },
  };
}

/**
 * Once there are rows, the address says which they are, for a link and for Back, though nothing was chosen. It comes
 * after them, and nothing is read anew for it: the start takes as long as it did.
 */
export function useNamedCollections(
  { enabled, grouped }: ReturnType<typeof useCollections>,
  control: { address: { collections: boolean | null }; nameCollections(grouped: boolean): void },
  ready: boolean,
): void {
  const { nameCollections } = control;
  const unnamed = enabled === true && control.address.collections === null && ready;
  useEffect(() => {
    if (!unnamed) return;
    const timer = setTimeout(() => nameCollections(grouped), REST_MS);
    return () => clearTimeout(timer);
  }, [unnamed, nameCollections, grouped]);
}

/** Whether this browser's person wants them, where the feature is on. */
export function areCollectionsWanted(): boolean {
  return browserLocalValues().get(LOCAL_KEYS.collections) !== "false";
}

export async function readCollectionsEnabled(mirror: MirrorReader): Promise<boolean> {
  const features = await mirror.features();
  return features.some(({ key, enabled }) => key === COLLECTIONS && enabled);
}
