import ArrowUp from "lucide-react/icons/arrow-up";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useServices } from "../../client/services.tsx";
import { useOutboxState, useSyncStatus } from "../../client/use-sync.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { BatchState, UnsavedAction } from "../../domain/outbox/projection.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";
import { UNSENT_WORK } from "../../messages/offline/unsent-work.ts";
import { syncWords } from "../../parts/sync-state/sync-chip-words.ts";
import { useWaitLeft } from "../../parts/sync-state/use-wait-left.ts";
import { useSavedHereWords } from "../../parts/unsent-notices.tsx";
import { isSentByItself, savableCount, unsentBatches } from "../../parts/unsent-work.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Tag } from "../../ui/controls/chip.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { batchStep } from "./batch-step.ts";
import styles from "./sync-panel.module.css";

export function WaitingSection({ onReview }: { onReview(): void }) {
  const { outbox } = useServices();
  const { ready, unsaved, batches, maySend } = useOutboxState();
  const status = useSyncStatus();
  const savedHere = useSavedHereWords();
  // What may not be sent is named among the troubles, with what can be done about it.
  if (!ready || (!maySend && unsaved.length > 0)) return null;
  if (unsaved.length === 0) {
    return batches.length === 0 ? (
      <section className={styles.section}>
        <h3>{SYNC_PANEL.waiting}</h3>
        <p className={styles.words}>{SYNC_PANEL.waitingNone}</p>
      </section>
    ) : null;
  }
  const toSave = !isSentByItself(unsaved);
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{SYNC_PANEL.waiting}</h3>
        <Tag tone="unsent">{SYNC.work[toSave ? "save" : "send"](unsaved.length)}</Tag>
      </div>
      <p className={styles.words}>
        {SYNC_PANEL.counts(countByStatus(unsaved))}. {toSave ? SYNC_PANEL.safe : savedHere}
      </p>
      <div className={styles.acts}>
        {savableCount(unsaved, status) > 0 && (
          <Button
            variant="unsent"
            icon={<ArrowUp size={18} aria-hidden="true" />}
            onClick={() => void outbox.save()}
          >
            {SYNC_PANEL.save(unsaved.length)}
          </Button>
        )}
        <Button onClick={onReview}>{SYNC_PANEL.review}</Button>
      </div>
    </section>
  );
}

const BATCHES_TOLD = 3;

export function OnItsWaySection() {
  const { outbox } = useServices();
  const status = useSyncStatus();
  const state = useOutboxState();
  const { batches } = state;
  if (batches.length === 0) return null;
  const work = unsentBatches(status, state);
  const asksNow = batches.some((batch) => batch.phase === "submitted");
  const shown = batchesShown(batches);
  const more = batches.length - shown.length;
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{work === null ? UNSENT_WORK.confirming : SYNC.work[work.state](work.count)}</h3>
        <span className={styles.remark}>{SYNC_PANEL.batches(batches.length)}</span>
      </div>
      <ul className={styles.list}>
        {shown.map((batch, at) => (
          <Batch
            key={batch.batchId}
            batch={batch}
            isBehind={shown.slice(0, at).some(({ phase }) => phase !== "confirming")}
            onRefresh={at === 0 && asksNow ? () => void outbox.refreshBulk() : null}
          />
        ))}
      </ul>
      {more > 0 && <p className={styles.small}>{SYNC_PANEL.moreBatches(more)}</p>}
    </section>
  );
}

/** Batches with news have a line each; the others, which wait for their turn, are counted. */
function batchesShown(batches: readonly BatchState[]): readonly BatchState[] {
  if (batches.length <= BATCHES_TOLD) return batches;
  const open = batches.findIndex(({ phase }) => phase !== "confirming");
  const from = Math.min(open < 0 ? batches.length : open, batches.length - BATCHES_TOLD);
  return batches.slice(from, from + BATCHES_TOLD);
}

interface BatchProps {
  batch: BatchState;
  /** One before it is not done. */
  isBehind: boolean;
  onRefresh: (() => void) | null;
}

function Batch({ batch, isBehind, onRefresh }: BatchProps) {
  const outbox = useOutboxState();
  const { bulk, maySend } = outbox;
  const status = useSyncStatus();
  const leftMs = useWaitLeft(isBehind ? null : status.queueWait);
  const { waits } = syncWords(status, outbox);
  const { step, words, isTrouble } = batchStep(batch, { maySend, isBehind, status, leftMs, waits });
  const sentence = !isTrouble && bulk !== null && bulk.bulkId === batch.bulkId ? bulk.message : words;
  return (
    <li>
      <div className={styles.batch}>
        <div>
          <strong>{SYNC_PANEL.actions(batch.count)}</strong>
          <p className={styles.small}>{sentence}</p>
        </div>
        {onRefresh && (
          <IconButton label={SYNC_PANEL.refreshBulk} icon={<RotateCw size={18} />} onClick={onRefresh} />
        )}
      </div>
      <ol
        className={styles.steps}
        aria-label={SYNC_PANEL.progress(SYNC_PANEL.steps[step - 1] ?? "", step, SYNC_PANEL.steps.length)}
      >
        {SYNC_PANEL.steps.map((name, at) => (
          <li key={name} data-reached={at < step || undefined}>
            {name}
          </li>
        ))}
      </ol>
    </li>
  );
}

export function CameBackSection() {
  const { outbox } = useServices();
  const { returned, bulk } = useOutboxState();
  if (returned === 0) return null;
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{SYNC_PANEL.cameBack}</h3>
      </div>
      <div className={styles.batch}>
        <div>
          <strong>{SYNC_PANEL.returned(returned)}</strong>
          {bulk && <p className={styles.small}>{bulk.message}</p>}
        </div>
        <Button onClick={() => void outbox.resend()}>{SYNC_PANEL.sendAgain}</Button>
      </div>
    </section>
  );
}

function countByStatus(actions: readonly UnsavedAction[]): Partial<Record<InsightStatus, number>> {
  const counts: Partial<Record<InsightStatus, number>> = {};
  for (const { insightStatus } of actions) counts[insightStatus] = (counts[insightStatus] ?? 0) + 1;
  return counts;
}
