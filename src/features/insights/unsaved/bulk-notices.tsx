import { RefreshCw, X } from "lucide-react";
import { useState } from "react";
import { BULK_STATUS, isFinalBulkStatus } from "../../../domain/bulk-update.ts";
import type { BatchState, OutboxState } from "../../../domain/outbox/projection.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { ProgressBar } from "../../../ui/feedback/progress.tsx";
import { type BatchProgress, batchProgress } from "./batch-progress.ts";
import styles from "./bulk-notices.module.css";

const { batches: words, bulk: bulkWords } = insightsMessages;

/** The state of saved actions: the bulk update, batches on their way, refused actions. */
export function BulkNotices({
  outbox,
  state,
  online,
}: {
  outbox: ReviewOutbox;
  state: OutboxState;
  online: boolean;
}) {
  const { batches, bulk, returned, refused } = state;
  const progress = batchProgress(batches);
  const [asking, setAsking] = useState(false);
  const refresh = () => {
    setAsking(true);
    // A refusal shows as the state of the connection.
    outbox
      .refreshBulk()
      .catch(() => {})
      .finally(() => setAsking(false));
  };
  return (
    <div className={styles.notices}>
      {bulk !== null && (
        <Notice
          tone={
            bulk.status === BULK_STATUS.completed
              ? "ok"
              : bulk.status === BULK_STATUS.blocked
                ? "danger"
                : "info"
          }
          action={
            isFinalBulkStatus(bulk.status) ? (
              <IconButton
                label={bulkWords.dismiss}
                icon={<X size={18} aria-hidden="true" />}
                className={styles.small}
                onClick={() => void outbox.dismissBulkMessage()}
              />
            ) : (
              <IconButton
                label={bulkWords.refresh}
                icon={
                  <RefreshCw size={18} aria-hidden="true" className={asking ? styles.turning : undefined} />
                }
                className={styles.small}
                onClick={refresh}
              />
            )
          }
        >
          <p>{bulkWords.literal[bulk.status]}</p>
          {bulk.status === BULK_STATUS.blocked && returned > 0 && (
            <p className={styles.returned}>{bulkWords.returned(returned)}</p>
          )}
          {bulk.status === BULK_STATUS.blocked && (
            <Button className={styles.again} onClick={() => void outbox.resend()}>
              {bulkWords.sendAgain}
            </Button>
          )}
        </Notice>
      )}
      {progress !== null && <ManyBatches progress={progress} online={online} canUndo={state.canUndo} />}
      {progress === null && batches.length > 0 && (
        <section aria-label={words.heading}>
          <h3 className={styles.heading}>{words.heading}</h3>
          <ul>
            {batches.map((batch, index) => (
              <li key={batch.batchId} className={styles.batch}>
                {batchText(batch, index)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {refused.length > 0 && <Notice tone="info">{words.refused(refused.length)}</Notice>}
    </div>
  );
}

/** One figure for all: a line for each would push the list out of sight. */
function ManyBatches({
  progress: { done, total, left },
  online,
  canUndo,
}: {
  progress: BatchProgress;
  online: boolean;
  canUndo: boolean;
}) {
  const said = words.progress(done, total);
  return (
    <section aria-label={words.heading}>
      <h3 className={styles.heading}>{words.heading}</h3>
      <p className={styles.figure}>{said}</p>
      <ProgressBar value={done} max={total} label={said} />
      {left > 0 && <p className={styles.left}>{online ? words.left(left) : words.sealed(left)}</p>}
      {left > 0 && canUndo && <p className={styles.hint}>{words.undoStops}</p>}
    </section>
  );
}

/** Batches are sent one after the other, so only the first can wait for the connection. */
function batchText({ phase, count }: BatchState, index: number): string {
  return phase === "sealed" && index > 0 ? words.queued(count) : words[phase](count);
}
