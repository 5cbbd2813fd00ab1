import Backpack from "lucide-react/icons/backpack";
import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { useState } from "react";
import { useOfflineSets } from "../../client/offline-set-states.ts";
import { useSyncStatus } from "../../client/use-sync.ts";
import { percentHere, readinessOf, readinessOfAll } from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import { UNSENT_WORK } from "../../messages/offline/unsent-work.ts";
import { durationWords } from "../../messages/time-words.ts";
import { useWaitLeft } from "../../parts/sync-state/use-wait-left.ts";
import { serverErrorWait } from "../../parts/unsent-work.ts";
import styles from "./sync-chip.module.css";

const { field } = OFFLINE_SETS;
const ICON = { size: 16, "aria-hidden": true } as const;

/* Parts of the chip that no first screen needs: a chunk of their own. */

/** Counts down to the next try after a server error. */
export function NextTry() {
  const wait = serverErrorWait(useSyncStatus());
  const leftMs = useWaitLeft(wait);
  if (wait === null) return null;
  return <span className={styles.more}>{UNSENT_WORK.again(leftMs ? durationWords(leftMs) : null)}</span>;
}

/**
 * Says whether the offline sets are on this device, so that a person may leave for the field; empty without sets. Words
 * are shown while a set is being fetched or has stopped, and after that until the person opens the panel. Otherwise, and
 * where unsent work needs the space, only the icon is shown.
 */
export function OfflineSetsInChip({ opened }: { opened: boolean }) {
  const sets = useOfflineSets();
  const [announces, setAnnounces] = useState(false);
  const state = readinessOfAll(sets?.map((one) => one.state) ?? []);
  const isOver = state === "ready" || state === "partly";
  if (state !== null && !isOver && !announces) setAnnounces(true);
  if (isOver && opened && announces) setAnnounces(false);
  if (sets === undefined || state === null) return null;
  const coming = sets.filter((one) => readinessOf(one.state) === "coming");
  const percent = percentHere(coming.map(({ set }) => set));
  return (
    <span className={styles.sets} data-sets={state} data-announced={announces || undefined}>
      <Backpack {...ICON} />
      {state === "ready" && <Check {...ICON} strokeWidth={3} />}
      {(state === "stopped" || state === "partly") && <TriangleAlert {...ICON} />}
      <span className={styles.setsWords}>
        {state === "coming" ? field.savingPart(percent) : field.states[state]}
      </span>
      {percent !== null && (
        <span className={styles.setsShort} aria-hidden="true">
          {field.percent(percent)}
        </span>
      )}
    </span>
  );
}
