import { lazy, Suspense, useEffect, useState } from "react";
import { useReplacedCount } from "../../client/replaced-view.ts";
import { useOutboxState, useSyncStatus } from "../../client/use-sync.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { chipWords } from "../../parts/sync-chip-words.ts";
import { StateIcon } from "../../parts/sync-state-icon.tsx";
import { useNow } from "../../ui/use-now.ts";
import styles from "./sync-chip.module.css";

const loadPanel = async () => ({ default: (await import("./sync-panel.tsx")).SyncPanel });
const SyncPanel = lazy(loadPanel);
const LOAD_PANEL_AFTER_MS = 1500;

const AGE_STEP_MS = 30_000;

/** State of connection, unsent work and data; opens the sync panel. */
export function SyncChip({ onReview, onSignIn }: { onReview(): void; onSignIn(): void }) {
  const status = useSyncStatus();
  const outbox = useOutboxState();
  const now = useNow(AGE_STEP_MS);
  const [open, setOpen] = useState(false);
  usePanelSoon();
  const words = chipWords(status, outbox, now, useReplacedCount());

  return (
    <>
      <button
        type="button"
        className={styles.chip}
        data-problem={outbox.storageError || undefined}
        data-urgent={words.urgent || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <StateIcon status={status} problem={outbox.storageError} />
        <span className="visually-hidden">{SYNC.chip}</span>
        <span className={styles.state}>{words.state}</span>
        {words.unsent && <span className={styles.unsent}>{words.unsent}</span>}
        <span className={styles.data}>{words.data}</span>
        <span className={styles.dataShort}>{words.dataShort}</span>
      </button>
      <Suspense>
        {open && (
          <SyncPanel
            open
            onClose={() => setOpen(false)}
            onReview={() => {
              setOpen(false);
              onReview();
            }}
            onSignIn={onSignIn}
          />
        )}
      </Suspense>
    </>
  );
}

/** Preloads the panel soon after the chip, so that it opens offline too. */
function usePanelSoon(): void {
  useEffect(() => {
    const timer = setTimeout(() => loadPanel().catch(() => undefined), LOAD_PANEL_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
