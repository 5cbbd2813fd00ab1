import CircleCheck from "lucide-react/icons/circle-check";
import CloudDownload from "lucide-react/icons/cloud-download";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { useRef } from "react";
import { useOfflineSets } from "../../client/offline-set-states.ts";
import { type OfflineReadiness, picturesLeft, readinessOf } from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import { ProgressBar } from "../../ui/feedback/progress.tsx";
import styles from "./offline-set-progress.module.css";
import { OfflineSetRemedy } from "./offline-set-remedy.tsx";

const { field } = OFFLINE_SETS;
const ICONS = {
  coming: CloudDownload,
  stopped: TriangleAlert,
  partly: TriangleAlert,
  ready: CircleCheck,
} satisfies Record<OfflineReadiness, unknown>;

/** How far a set is that was just saved, and whether the person may leave now. */
export function OfflineSetProgress({ packId }: { packId: string }) {
  const shown = useRef<HTMLDivElement>(null);
  const found = useOfflineSets()?.find(({ set }) => set.packId === packId);
  if (found === undefined) return <p role="status">{field.states.coming}</p>;
  const { set, state } = found;
  const readiness = readinessOf(state);
  const Icon = ICONS[readiness];
  return (
    <div
      ref={shown}
      tabIndex={-1}
      className={styles.progress}
      data-ready={readiness === "ready" || undefined}
    >
      <p className={styles.state} role="status">
        <Icon size={28} aria-hidden="true" />
        <strong>{field.states[readiness]}</strong>
      </p>
      {readiness === "coming" && (
        <ProgressBar
          label={OFFLINE_SETS.progressOf(set.name)}
          value={set.wanted - picturesLeft(set)}
          max={state === "fetching" ? set.wanted : null}
        />
      )}
      <p>{OFFLINE_SETS.words[state](set)}</p>
      {field.hints[readiness] !== null && <p className={styles.hint}>{field.hints[readiness]}</p>}
      <div>
        <OfflineSetRemedy set={set} state={state} onPress={() => shown.current?.focus()} />
      </div>
    </div>
  );
}
