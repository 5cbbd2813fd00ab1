import { lazy, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { useReplacedCount } from "../../client/replaced-view.ts";
import { useOutboxState, useSyncStatus } from "../../client/use-sync.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { chipWords } from "../../parts/sync-state/sync-chip-words.ts";
import { StateIcon } from "../../parts/sync-state/sync-state-icon.tsx";
import { serverErrorWait } from "../../parts/unsent-work.ts";
import { showSyncPanel, syncPanelStore } from "../../state/sync-panel-store.ts";
import { useNow } from "../../ui/use-now.ts";
import styles from "./sync-chip.module.css";

const loadPanel = async () => ({ default: (await import("./sync-panel.tsx")).SyncPanel });
const SyncPanel = lazy(loadPanel);
const loadLater = () => import("./sync-chip-later.tsx");
const NextTry = lazy(async () => ({ default: (await loadLater()).NextTry }));
const OfflineSetsInChip = lazy(async () => ({ default: (await loadLater()).OfflineSetsInChip }));
const LOAD_PANEL_AFTER_MS = 1500;

const AGE_STEP_MS = 30_000;

/** Unsent work, state of the connection and age of the data; opens the sync panel. */
export function SyncChip({ onReview, onSignIn }: { onReview(): void; onSignIn(): void }) {
  const status = useSyncStatus();
  const outbox = useOutboxState();
  const now = useNow(AGE_STEP_MS);
  const { open } = useStore(syncPanelStore);
  useEffect(() => () => showSyncPanel(false), []);
  const hasRest = useRestSoon();
  const words = chipWords(status, outbox, now, useReplacedCount());
  const error = serverErrorWait(status);

  return (
    <>
      <button
        type="button"
        className={styles.chip}
        data-problem={outbox.storageError || error !== null || undefined}
        data-work={words.work ?? undefined}
        data-urgent={words.urgent || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => showSyncPanel(true)}
      >
        <StateIcon status={status} problem={outbox.storageError || error !== null} work={words.work} />
        <span className="visually-hidden">{SYNC.chip}</span>
        {words.unsent && (
          <span className={styles.unsent} data-unsent>
            {words.unsent}
            {words.more && <span className={styles.more}>, {words.more}</span>}
          </span>
        )}
        <span className={styles.state}>
          {words.state}
          <Suspense>{error !== null && <NextTry />}</Suspense>
        </span>
        <Suspense>{hasRest && <OfflineSetsInChip opened={open} />}</Suspense>
        <span className={styles.data}>{words.data}</span>
        <span className={styles.dataShort}>{words.dataShort}</span>
      </button>
      <Suspense>
        {open && (
          <SyncPanel
            open
            onClose={() => showSyncPanel(false)}
            onReview={() => {
              showSyncPanel(false);
              onReview();
            }}
            onSignIn={onSignIn}
          />
        )}
      </Suspense>
    </>
  );
}

/** Preloads the panel soon after the chip, so that it opens offline too; true once that was tried. */
function useRestSoon(): boolean {
  const [tried, setTried] = useState(false);
  useEffect(() => {
    const load = () =>
      Promise.all([loadPanel(), loadLater()]).then(
        () => setTried(true),
        () => undefined,
      );
    const timer = setTimeout(() => void load(), LOAD_PANEL_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return tried;
}
