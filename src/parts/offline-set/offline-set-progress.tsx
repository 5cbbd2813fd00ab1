import { CircleCheck, CloudDownload, TriangleAlert } from "lucide-react";
import { useOfflineSets } from "../../client/offline-set-states.ts";
import { isComing, isReadyForField, picturesLeft } from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import { ProgressBar } from "../../ui/feedback/progress.tsx";
import styles from "./offline-set-progress.module.css";

const { field } = OFFLINE_SETS;

/** How far a set is that was just saved, and whether the person may leave now. */
export function OfflineSetProgress({ packId }: { packId: string }) {
  const found = useOfflineSets()?.find(({ set }) => set.packId === packId);
  if (found === undefined) return <p role="status">{field.saving}</p>;
  const { set, state } = found;
  const isReady = isReadyForField(state);
  const Icon = isReady ? CircleCheck : isComing(state) ? CloudDownload : TriangleAlert;
  return (
    <div className={styles.progress} data-ready={isReady || undefined}>
      <p className={styles.state} role="status">
        <Icon size={28} aria-hidden="true" />
        <strong>{isReady ? field.ready : isComing(state) ? field.saving : field.notReady}</strong>
      </p>
      {isComing(state) && (
        <ProgressBar
          label={OFFLINE_SETS.progressOf(set.name)}
          value={set.wanted - picturesLeft(set)}
          max={state === "fetching" ? set.wanted : null}
        />
      )}
      <p>{OFFLINE_SETS.words[state](set)}</p>
      <p className={styles.hint}>{isReady ? field.readyWords : isComing(state) ? field.stay : null}</p>
    </div>
  );
}
