import type { ReactNode } from "react";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { Coverage, useCoverage } from "../../../parts/coverage.tsx";
import type { InsightPage } from "../../../query/insight-engine.ts";
import type { SyncStatus } from "../../../sync/sync-status.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import styles from "../insights-page.module.css";
import { ReviewButton } from "../review-mode/review-button.tsx";
import { OfflineSetNotice } from "./offline-set-notice.tsx";
import { countsInsights, countWords, FirstSyncProgress } from "./rows/table-states.tsx";

interface InsightsHeadProps {
  page: InsightPage | null;
  filtered: boolean;
  grouped: boolean;
  narrow: boolean;
  mayAct: boolean;
  reasonId: string;
  sync: SyncStatus;
  onPull(): void;
  /** The list is this offline set. */
  packId: string | undefined;
  /** The list could not be read again. */
  failed: boolean;
  onRetry(): void;
  switches: ReactNode;
  /** On a phone: the cards show checkboxes. */
  selecting: boolean;
  onSelecting(selecting: boolean): void;
  linkNotices: ReactNode;
  tools: ReactNode;
  children: ReactNode;
}

export function InsightsHead(props: InsightsHeadProps) {
  const { page, narrow, mayAct, sync, selecting } = props;
  const covers = useCoverage();
  const reviewButton = <ReviewButton disabled={page === null || page.matched === 0} />;
  return (
    <>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h1>{insightsMessages.title}</h1>
          <span
            className={classNames(styles.count, page?.countsLater && styles.later)}
            aria-hidden={page?.countsLater}
          >
            {page !== null && countWords(page, { ...props, covered: covers !== null })}
            {page !== null && page.held > 0 && <Coverage short={!countsInsights(page, props)} />}
          </span>
        </div>
        {!narrow && <div className={styles.switches}>{props.switches}</div>}
        <div className={styles.tools}>
          {props.tools}
          {!narrow && reviewButton}
          {narrow && mayAct && page !== null && page.matched > 0 && (
            <Button variant="plain" aria-pressed={selecting} onClick={() => props.onSelecting(!selecting)}>
              {selecting ? insightsMessages.cards.selectDone : insightsMessages.cards.selectMode}
            </Button>
          )}
          {narrow && reviewButton}
        </div>
      </header>
      <div className={styles.filters}>{props.children}</div>
      <div className={styles.notices}>
        {!mayAct && (
          <Notice tone="info">
            <span id={props.reasonId}>{insightsMessages.restricted}</span>
          </Notice>
        )}
        <OfflineSetNotice packId={props.packId} />
        {props.linkNotices}
        {sync.firstSync !== null && <FirstSyncProgress firstSync={sync.firstSync} />}
        {props.failed && <Retry words={insightsMessages.failed} onRetry={props.onRetry} />}
        {sync.failed && <Retry words={insightsMessages.syncFailed} onRetry={props.onPull} />}
      </div>
    </>
  );
}

function Retry({ words, onRetry }: { words: string; onRetry(): void }) {
  return (
    <Notice
      tone="info"
      action={
        <Button variant="plain" onClick={onRetry}>
          {insightsMessages.retry}
        </Button>
      }
    >
      {words}
    </Notice>
  );
}
