import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useReplacedCount } from "../../../client/replaced-view.ts";
import { useOutboxState, useSyncStatus } from "../../../client/use-sync.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { chipWords } from "../../../parts/sync-chip-words.ts";
import { StateIcon } from "../../../parts/sync-state-icon.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { Kbd } from "../../../ui/controls/kbd.tsx";
import { useNow } from "../../../ui/use-now.ts";
import styles from "./review-head.module.css";

const AGE_STEP_MS = 30_000;

interface ReviewHeadProps {
  /** "12 of 1,904"; null while the list is read. */
  progress: string | null;
  hasPrevious: boolean;
  hasNext: boolean;
  onMove(step: 1 | -1): void;
  onClose(): void;
}

export function ReviewHead({ progress, hasPrevious, hasNext, onMove, onClose }: ReviewHeadProps) {
  const status = useSyncStatus();
  const outbox = useOutboxState();
  const chip = chipWords(status, outbox, useNow(AGE_STEP_MS), useReplacedCount());
  return (
    <header className={styles.head}>
      <button type="button" className={styles.close} onClick={onClose}>
        <X size={22} aria-hidden="true" />
        <span className={styles.closeWord}>{words.close}</span>
        <span className={styles.closeKey} aria-hidden="true">
          <Kbd>Esc</Kbd>
        </span>
      </button>
      <h2 className={styles.title}>{insightsMessages.title}</h2>
      <div className={styles.place}>
        <IconButton
          label={words.previous}
          icon={<ChevronLeft size={22} aria-hidden="true" />}
          disabled={!hasPrevious}
          onClick={() => onMove(-1)}
        />
        <span className={styles.progress}>{progress}</span>
        <IconButton
          label={words.next}
          icon={<ChevronRight size={22} aria-hidden="true" />}
          disabled={!hasNext}
          onClick={() => onMove(1)}
        />
      </div>
      <p className={styles.chip} data-unsent={chip.unsent !== null || undefined}>
        <StateIcon status={status} problem={outbox.storageError} />
        <span className={styles.state}>{chip.state}</span>
        {chip.unsent !== null && <span className={styles.unsent}>{chip.unsent}</span>}
        <span className={styles.data}>{chip.data}</span>
      </p>
    </header>
  );
}
