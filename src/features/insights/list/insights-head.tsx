import type { ReactNode } from "react";
import { useServices } from "../../../client/services.tsx";
import { useSyncStatus } from "../../../client/use-sync.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { Coverage, useCoverage } from "../../../parts/coverage.tsx";
import { serverErrorWait } from "../../../parts/unsent-work.ts";
import type { InsightOrder, PageSummary } from "../../../query/insight-engine.ts";
import type { SyncStatus } from "../../../sync/sync-status.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import styles from "../insights-page.module.css";
import { ReviewButton } from "../review-mode/review-button.tsx";
import { OfflineSetNotice } from "./offline-set-notice.tsx";
import { countsInsights, countWords, FirstSyncProgress } from "./rows/table-states.tsx";

interface ListCountProps {
  page: PageSummary | null;
  filtered: boolean;
  grouped: boolean;
  narrow: boolean;
}

/** How many rows match, and the part of all insights that the count covers. */
export function ListCount(props: ListCountProps) {
  const { page } = props;
  const covers = useCoverage();
  return (
    <span
      className={classNames(styles.count, page?.countsLater && styles.later)}
      aria-hidden={page?.countsLater}
    >
      {page !== null && countWords(page, { ...props, covered: covers !== null })}
      {page !== null && page.held > 0 && <Coverage short={!countsInsights(page, props)} />}
    </span>
  );
}

interface InsightsHeadProps extends Omit<ListCountProps, "narrow"> {
  order: InsightOrder;
  switches: ReactNode;
  tools: ReactNode;
  children: ReactNode;
}

/** Title, tools and filters on a desk. */
export function InsightsHead(props: InsightsHeadProps) {
  const { page } = props;
  return (
    <>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h1>{insightsMessages.title}</h1>
          <ListCount {...props} narrow={false} />
        </div>
        <div className={styles.switches}>{props.switches}</div>
        <div className={styles.tools}>
          {props.tools}
          <ReviewButton order={props.order} disabled={page === null || page.matched === 0} />
        </div>
      </header>
      <div className={styles.filters}>{props.children}</div>
    </>
  );
}

interface ListNoticesProps {
  sync: SyncStatus;
  /** The list is this offline set. */
  packId: string | undefined;
  /** The list could not be read again. */
  failed: boolean;
  onRetry(): void;
  linkNotices: ReactNode;
  /** Above the others. */
  children: ReactNode;
}

/** Between the filters and the rows: the reasons why the rows are not all or not new. */
export function ListNotices(props: ListNoticesProps) {
  const { sync } = props;
  return (
    <div className={styles.notices}>
      {props.children}
      <OfflineSetNotice packId={props.packId} />
      {props.linkNotices}
      {sync.firstSync !== null && <FirstSyncProgress firstSync={sync.firstSync} />}
      {props.failed && <Retry words={insightsMessages.failed} onRetry={props.onRetry} />}
    </div>
  );
}

/** The reason why a person's account changes nothing. @param id that the actions name as their description */
export function Restricted({ id }: { id: string }) {
  return (
    <Notice tone="info">
      <span id={id}>{insightsMessages.restricted}</span>
    </Notice>
  );
}

/** While a save fails its notice stands alone: its button tries the refresh again too. */
export function NotRefreshed() {
  const { sync } = useServices();
  const status = useSyncStatus();
  if (!status.failed || serverErrorWait(status) !== null) return null;
  return (
    <div className={styles.pinned}>
      <Retry words={insightsMessages.syncFailed} onRetry={() => void sync.pullNow()} />
    </div>
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
