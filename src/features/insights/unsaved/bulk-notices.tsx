import RefreshCw from "lucide-react/icons/refresh-cw";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { useSyncStatus } from "../../../client/use-sync.ts";
import { BULK_STATUS, isFinalBulkStatus } from "../../../domain/bulk-update.ts";
import type { BatchState, OutboxState } from "../../../domain/outbox/projection.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { SYNC } from "../../../messages/offline/sync.ts";
import { UNSENT_WORK } from "../../../messages/offline/unsent-work.ts";
import { syncWords } from "../../../parts/sync-state/sync-chip-words.ts";
import { ServerErrorNotice, useSavedHereWords } from "../../../parts/unsent-notices.tsx";
import { unsentBatches } from "../../../parts/unsent-work.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { ProgressBar } from "../../../ui/feedback/progress.tsx";
import { type BatchProgress, batchProgress } from "./batch-progress.ts";
import styles from "./bulk-notices.module.css";

const { batches: words, bulk: bulkWords } = insightsMessages;

interface BulkNoticesProps {
  outbox: ReviewOutbox;
  state: OutboxState;
  /** Shows why actions were refused. */
  onWhy(): void;
}

/** The state of saved actions: the bulk update, batches on their way, refused actions. */
export function BulkNotices({ outbox, state, onWhy }: BulkNoticesProps) {
  const { batches, bulk, returned, refused } = state;
  const sync = useSyncStatus();
  const { waits } = syncWords(sync, state);
  const progress = batchProgress(batches);
  // A batch that the server has done stays until the mirror shows it, and holds up no other.
  const next = batches.find(({ phase }) => phase !== "confirming");
  const [asking, setAsking] = useState(false);
  const work = unsentBatches(sync, state);
  const heading = work === null ? UNSENT_WORK.confirming : SYNC.work[work.state](work.count);
  const savedHere = useSavedHereWords();
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
      {refused.length > 0 && (
        <Notice tone="info" action={<Button onClick={onWhy}>{words.why}</Button>}>
          {words.refused(refused.length)}
        </Notice>
      )}
      {work !== null && <ServerErrorNotice />}
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
          {bulk.status === BULK_STATUS.blocked && state.maySendAgain && (
            <Button className={styles.again} onClick={() => void outbox.resend()}>
              {bulkWords.sendAgain}
            </Button>
          )}
        </Notice>
      )}
      {progress !== null && (
        <ManyBatches
          heading={heading}
          progress={progress}
          waits={sync.phase === "online" ? null : waits}
          canUndo={state.canUndo}
        />
      )}
      {progress === null && batches.length > 0 && (
        <section aria-label={words.label}>
          <h3 className={styles.heading}>{heading}</h3>
          {work?.state === "send" && sync.phase === "offline" && <p className={styles.hint}>{savedHere}</p>}
          <ul>
            {batches.map((batch) => (
              <li key={batch.batchId} className={styles.batch}>
                {batchText(batch, batch === next, { waits, fails: work?.state === "error" })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** One figure for all: a line for each would push the list out of sight. */
function ManyBatches({
  heading,
  progress: { done, total, left },
  waits,
  canUndo,
}: {
  heading: string;
  progress: BatchProgress;
  /** For what they wait; null where they are being sent one after the other. */
  waits: string | null;
  canUndo: boolean;
}) {
  const said = words.progress(done, total);
  return (
    <section aria-label={words.label}>
      <h3 className={styles.heading}>{heading}</h3>
      <p className={styles.figure}>{said}</p>
      <ProgressBar value={done} max={total} label={said} />
      {left > 0 && (
        <p className={styles.left}>{waits === null ? words.left(left) : words.sealed(left, waits)}</p>
      )}
      {left > 0 && canUndo && <p className={styles.hint}>{words.undoStops}</p>}
    </section>
  );
}

/**
 * Batches are sent one after the other, so only the next one waits for more than its turn. One that is being sent
 * again after an error still waits for the server.
 */
function batchText(
  { phase, count }: BatchState,
  isNext: boolean,
  { waits, fails }: { waits: string; fails: boolean },
): string {
  if (phase !== "sealed" && !(phase === "sending" && fails)) return words[phase](count);
  return isNext ? words.sealed(count, waits) : words.queued(count);
}
