import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import type { MirrorReader } from "../../../storage/mirror/mirror-reader.ts";
import type { AddressActions } from "./address-actions.ts";
import {
  areCollectionsWanted,
  type CollectionsChoice,
  readCollectionsEnabled,
  storeCollectionsWanted,
} from "./collections.ts";

/** The rows are painted first. */
const REST_MS = 300;

interface CollectionsInput {
  mirror: MirrorReader;
  /** Whether the feature is on, until that was read; undefined where it is not known. */
  first: boolean | undefined;
  control: Pick<AddressActions, "address" | "setCollections">;
}

/**
 * Insights are folded only where the feature is on: then as the address says, so that a link and Back show the rows
 * that they stand for, and otherwise as this browser's person prefers. Only the switch changes the preference, because
 * opening a link is no choice.
 */
export function useCollections({ mirror, first, control }: CollectionsInput): CollectionsChoice {
  const enabled = useLiveQuery(() => readCollectionsEnabled(mirror), [mirror]) ?? first;
  const [wanted, setWanted] = useState(areCollectionsWanted);
  return {
    enabled,
    grouped: enabled === true && (control.address.collections ?? wanted),
    setGrouped(grouped) {
      storeCollectionsWanted(grouped);
      setWanted(grouped);
      control.setCollections(grouped);
    },
  };
}

/**
 * Writes into the address whether insights are folded, though nobody chose it, so that a link and Back bring the same
 * rows. This waits for the rows and reads nothing again, so that the start takes no longer.
 */
export function useNamedCollections(
  { enabled, grouped }: CollectionsChoice,
  { address, nameCollections }: Pick<AddressActions, "address" | "nameCollections">,
  ready: boolean,
): void {
  const unnamed = enabled === true && address.collections === null && ready;
  useEffect(() => {
    if (!unnamed) return;
    const timer = setTimeout(() => nameCollections(grouped), REST_MS);
    return () => clearTimeout(timer);
  }, [unnamed, nameCollections, grouped]);
}
