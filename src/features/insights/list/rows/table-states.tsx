import CloudDownload from "lucide-react/icons/cloud-download";
import FilterX from "lucide-react/icons/funnel-x";
import Images from "lucide-react/icons/images";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { useMirroredTable } from "../../../../client/use-sync.ts";
import { DEVICES } from "../../../../messages/fleet/devices.ts";
import { insightListMessages } from "../../../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import type { RangePart } from "../../../../parts/insight-filter/filter-address.ts";
import { notSyncedWords } from "../../../../parts/sync-state/not-synced-words.ts";
import type { InsightPage, PageSummary } from "../../../../query/insight-engine.ts";
import type { FirstSync, SyncStatus } from "../../../../sync/sync-status.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { ButtonLink } from "../../../../ui/controls/button-link.tsx";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { ProgressBar } from "../../../../ui/feedback/progress.tsx";
import type { UnknownValue } from "../../filter/known-values.ts";
import styles from "../../insights-page.module.css";

/** My Devices with the dialog that adds one. */
const ADD_DEVICE_HREF = "/?tab=devices&devices=add";
const { empty, counts } = insightsMessages;

interface NothingShownProps {
  page: InsightPage;
  sync: SyncStatus;
  /** Values of the address that no row on this device has. */
  unknown: readonly UnknownValue[];
  /** Ranges that end before they begin. */
  reversed: readonly RangePart[];
  onTurnRanges(): void;
  filtered: boolean;
  archivedHidden: boolean;
  onClearFilters(): void;
  onShowArchived(): void;
}

/** Why the table is empty, and what to do next. */
export function NothingShown(props: NothingShownProps) {
  const { page, sync, filtered, archivedHidden, onClearFilters, onShowArchived } = props;
  if (props.reversed.length > 0) {
    return (
      <EmptyState
        icon={<FilterX size={24} aria-hidden="true" />}
        title={empty.nothingMatches}
        action={
          <>
            <Button onClick={props.onTurnRanges}>{insightsMessages.filters.turnRanges}</Button>
            <Button onClick={onClearFilters}>{insightsMessages.filters.clearAll}</Button>
          </>
        }
      >
        {props.reversed
          .map((part) => `${insightsMessages.filters[part]}: ${insightsMessages.filters.reversed[part]}`)
          .join(" ")}
      </EmptyState>
    );
  }
  if (props.unknown.length > 0) {
    return (
      <EmptyState
        icon={<FilterX size={24} aria-hidden="true" />}
        title={empty.nothingMatches}
        action={<Button onClick={onClearFilters}>{insightsMessages.filters.clearAll}</Button>}
      >
        {[
          ...props.unknown.map(({ part, value }) => insightListMessages.link.notKnown(part, value)),
          empty.nothingMatchesHelp,
        ].join(" ")}
      </EmptyState>
    );
  }
  if (filtered) {
    return (
      <EmptyState
        icon={<FilterX size={24} aria-hidden="true" />}
        title={empty.nothingMatches}
        action={
          <>
            {archivedHidden && (
              <Button onClick={onShowArchived}>{insightsMessages.filters.showArchived}</Button>
            )}
            <Button onClick={onClearFilters}>{insightsMessages.filters.clearAll}</Button>
          </>
        }
      >
        {archivedHidden ? empty.nothingMatchesArchived : empty.nothingMatchesHelp}
      </EmptyState>
    );
  }
  if (page.held > 0) {
    return (
      <EmptyState
        icon={<Images size={24} aria-hidden="true" />}
        title={empty.nothingLeft}
        action={<Button onClick={onShowArchived}>{insightsMessages.filters.showArchived}</Button>}
      >
        {empty.archivedHidden(page.held)}
      </EmptyState>
    );
  }
  // Before the first sync is complete the server may have insights that are not here.
  if (sync.freshAtMs === null || !page.complete) {
    const { title, help } = notSyncedWords(sync);
    return (
      <EmptyState icon={<CloudDownload size={24} aria-hidden="true" />} title={title}>
        {help}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Images size={24} aria-hidden="true" />} title={empty.nothingYet} action={<AddFirst />}>
      {empty.nothingYetHelp}
    </EmptyState>
  );
}

/** The next step of a person without Sentinels; nothing for others, whose insights come by themselves. */
function AddFirst() {
  const devices = useMirroredTable("devices");
  return devices?.length === 0 ? <ButtonLink href={ADD_DEVICE_HREF}>{DEVICES.add}</ButtonLink> : null;
}

export function ReadFailed({ onRetry }: { onRetry(): void }) {
  return (
    <EmptyState
      icon={<TriangleAlert size={24} aria-hidden="true" />}
      title={insightsMessages.failed}
      action={<Button onClick={onRetry}>{insightsMessages.retry}</Button>}
    />
  );
}

/** Progress of the first sync; the table below works already. */
export function FirstSyncProgress({ firstSync }: { firstSync: FirstSync }) {
  const words = counts.firstSync(firstSync.rows, firstSync.total);
  return (
    <div className={styles.progress}>
      <span>{words}</span>
      <ProgressBar value={firstSync.rows} max={firstSync.total} label={words} />
    </div>
  );
}

/** The count with the part that it covers. @param view `covered`: the words of coverage.ts follow */
export function countWords(
  page: PageSummary,
  view: { filtered: boolean; grouped: boolean; narrow: boolean; covered: boolean },
): string {
  const { filtered, grouped, narrow, covered } = view;
  if (page.held === 0) return "";
  const insights = insightsIn(page);
  // The words that follow compare insights with the server's total, so collections must not be counted as rows.
  const first = covered && !filtered && page.complete ? insights : null;
  if (narrow && !page.complete) return counts.shortPartial(page.matched, grouped);
  if (narrow) return first === null ? counts.short(page.matched, grouped) : counts.short(first, false);
  if (!page.complete) return counts.matchPartial(page.matched, grouped, page.held);
  if (first !== null) return counts.insightsInRows(first, page.matched);
  if (covered) return filtered ? counts.match(page.matched, grouped) : counts.all(page.matched, grouped);
  return filtered ? counts.matchHeld(page.matched, grouped) : counts.allHeld(page.matched, grouped, insights);
}

/** Only a count of insights may stand beside the server's total. */
export function countsInsights(page: PageSummary, view: { filtered: boolean; grouped: boolean }): boolean {
  if (!view.grouped || page.insights === page.matched) return true;
  return page.insights !== undefined && page.complete && !view.filtered;
}

/** How many insights are in all matching rows; null where that is `matched`, or not known. */
export function insightsIn({ insights, matched }: PageSummary): number | null {
  return insights === undefined || insights === matched ? null : insights;
}
