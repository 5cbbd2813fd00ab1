import { useState } from "react";
import { useOfflineSets } from "../../client/offline-set-states.ts";
import { useSyncStatus } from "../../client/use-sync.ts";
import { isComing, isReadyForField, picturesLeft } from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import { UNSENT_WORK } from "../../messages/offline/unsent-work.ts";
import { durationWords } from "../../messages/time-words.ts";
import { useWaitLeft } from "../../parts/sync-state/use-wait-left.ts";
import { serverErrorWait } from "../../parts/unsent-work.ts";
import styles from "./sync-chip.module.css";

const { field } = OFFLINE_SETS;

/* Parts of the chip that no first screen needs: a chunk of their own. */

/** Counts down to the next try after a server error. */
export function NextTry() {
  const wait = serverErrorWait(useSyncStatus());
  const leftMs = useWaitLeft(wait);
  if (wait === null) return null;
  return <span className={styles.more}>{UNSENT_WORK.again(leftMs ? durationWords(leftMs) : null)}</span>;
}

/**
 * Whether a person may leave for the field: while sets are not ready, and once they have become so until the panel
 * was opened. Sets that were ready when the page was opened are not named.
 */
export function OfflineSetsInChip({ opened }: { opened: boolean }) {
  const sets = useOfflineSets();
  const [announces, setAnnounces] = useState(false);
  const open = sets?.filter(({ state }) => !isReadyForField(state)) ?? [];
  if (open.length > 0 && !announces) setAnnounces(true);
  if (open.length === 0 && sets !== undefined && opened && announces) setAnnounces(false);
  if (sets === undefined || sets.length === 0 || !announces) return null;
  const coming = open.filter(({ state }) => isComing(state));
  const wanted = coming.reduce((sum, { set }) => sum + set.wanted, 0);
  const left = coming.reduce((sum, { set }) => sum + picturesLeft(set), 0);
  const percent = wanted === 0 ? null : Math.floor((100 * (wanted - left)) / wanted);
  const words =
    open.length === 0 ? field.ready : coming.length > 0 ? field.savingPart(percent) : field.notReady;
  return <span className={styles.sets}>{words}</span>;
}
