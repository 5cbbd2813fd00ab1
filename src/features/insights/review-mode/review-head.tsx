import ArrowUp from "lucide-react/icons/arrow-up";
import X from "lucide-react/icons/x";
import { memo } from "react";
import { useReplacedCount } from "../../../client/replaced-view.ts";
import { useOutboxState, useSyncStatus } from "../../../client/use-sync.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { chipWords } from "../../../parts/sync-state/sync-chip-words.ts";
import { StateIcon } from "../../../parts/sync-state/sync-state-icon.tsx";
import { savableCount, serverErrorWait } from "../../../parts/unsent-work.ts";
import { Kbd } from "../../../ui/controls/kbd.tsx";
import { useNow } from "../../../ui/use-now.ts";
import styles from "./review-head.module.css";

const AGE_STEP_MS = 30_000;

interface ReviewHeadProps {
  /** "12 of 1,904"; null while the list is read. */
  progress: string | null;
  /** Offers to save what is unsaved. */
  saves: boolean;
  onSave(): void;
  onClose(): void;
}

export const ReviewHead = memo(function ReviewHead({ progress, saves, onSave, onClose }: ReviewHeadProps) {
  const status = useSyncStatus();
  const outbox = useOutboxState();
  const chip = chipWords(status, outbox, useNow(AGE_STEP_MS), useReplacedCount());
  const toSave = saves ? savableCount(outbox.unsaved, status) : 0;
  const notTaken = serverErrorWait(status) !== null;
  const fails = outbox.storageError || notTaken;
  return (
    <header className={styles.head} data-has-work={toSave > 0 || undefined}>
      <button type="button" className={styles.close} onClick={onClose}>
        <X size={22} aria-hidden="true" />
        <span className={styles.closeWord}>{words.close}</span>
        <span className={styles.closeKey} aria-hidden="true">
          <Kbd>Esc</Kbd>
        </span>
      </button>
      <h2 className={styles.title}>{insightsMessages.title}</h2>
      <p className={styles.progress}>{progress}</p>
      <p
        className={styles.chip}
        data-unsent={chip.unsent !== null || undefined}
        data-work={chip.work ?? undefined}
        data-count={chip.count ?? undefined}
        data-fails={fails || undefined}
      >
        <StateIcon status={status} problem={fails} work={chip.work} />
        {chip.unsent !== null && (
          <span className={styles.unsent}>
            {chip.unsent}
            {chip.more !== null && <span className={styles.more}>, {chip.more}</span>}
          </span>
        )}
        <span className={styles.state}>{chip.state}</span>
        <span className={styles.data}>{chip.data}</span>
      </p>
      {toSave > 0 && (
        <button
          type="button"
          className={styles.save}
          data-beside-notice={notTaken || undefined}
          aria-keyshortcuts="Control+Enter"
          onClick={onSave}
        >
          <ArrowUp size={16} aria-hidden="true" />
          {words.end.save(toSave)}
        </button>
      )}
    </header>
  );
});
