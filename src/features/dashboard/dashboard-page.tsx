import Download from "lucide-react/icons/download";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import { useCallback, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";
import { useServices } from "../../client/services.tsx";
import { PHONE_ON_ITS_SIDE } from "../../domain/breakpoints.ts";
import { type EmptyReason, emptyReason } from "../../domain/dashboard/empty-reason.ts";
import { NARROW_CHART_PX } from "../../domain/dashboard/limits.ts";
import type { InsightLink } from "../../domain/dashboard/picture.ts";
import { dashboardMessages } from "../../messages/dashboard/dashboard.ts";
import { useCoverage } from "../../parts/coverage.tsx";
import { type AddressFilter, activeParts } from "../../parts/insight-filter/filter-address.ts";
import { FilterPanel } from "../../parts/insight-filter/filter-panel.tsx";
import { insightsHref } from "../../parts/insight-filter/insights-href.ts";
import { useFilterCounts } from "../../parts/insight-filter/use-filter-counts.ts";
import { dashboardStore } from "../../state/dashboard-store.ts";
import { showToast } from "../../state/toast-store.ts";
import { useChartPalette } from "../../ui/chart/use-chart-palette.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Switch } from "../../ui/controls/switch.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { CustomizeList } from "./customize-list.tsx";
import styles from "./dashboard.module.css";
import type { Dashboard } from "./dashboard.ts";
import { EmptyHint } from "./empty-hint.tsx";
import { filterSentences } from "./filter-sentences.ts";
import { useDashboard } from "./use-dashboard.ts";
import { useOnceReady } from "./use-dashboard-counts.ts";
import { useDashboardFilter } from "./use-dashboard-filter.ts";
import { WidgetCard } from "./widget-card.tsx";

/** The first screen: what the Sentinels saw and how they do, in figures and charts. */
export function DashboardPage() {
  const { insights } = useServices();
  const narrow = useMediaQuery(`(max-width: ${NARROW_CHART_PX}px)`);
  // Beside the open navigation of a tablet.
  const tight = useMediaQuery("(max-width: 920px)");
  // A phone on its side: the filters' line would take a sixth of its height.
  const low = useMediaQuery(PHONE_ON_ITS_SIDE);
  const brief = narrow || low;
  const { filter, dayMs, setFilter, setShowArchived } = useDashboardFilter();
  const dashboard = useDashboard(filter, dayMs, narrow);
  const choices = useStore(dashboardStore, (state) => state.choices);
  const covered = useCoverage();
  const counts = useFilterCounts(insights, filter, false, useOnceReady(dashboard.counts.answer !== null));
  const groups = dashboard.devices?.groups ?? [];
  const reason = emptyReasonOf(dashboard);
  const archivedSwitch = (
    <Switch checked={filter.showArchived} onChange={setShowArchived}>
      {dashboardMessages.showArchived}
    </Switch>
  );
  const filterPanel = (
    <FilterPanel
      filter={filter}
      onChange={setFilter}
      counts={counts}
      covers={covered?.sentence ?? null}
      groups={groups}
      nowMs={dayMs}
      narrow={brief}
      switches={archivedSwitch}
    />
  );
  return (
    <Page
      title={dashboardMessages.title}
      remark={[dashboardMessages.utc, ...dashboard.remarks].join(" · ")}
      actions={
        <>
          {brief ? filterPanel : archivedSwitch}
          <CustomizeList choices={choices} narrow={tight} />
          {!narrow && (
            <PdfButton
              dashboard={dashboard}
              filterWords={(counted) => filterSentences(counted, counts, groups, dashboard.nowMs)}
            />
          )}
        </>
      }
    >
      {!brief && <div className={styles.filters}>{filterPanel}</div>}
      {dashboard.shown.length === 0 ? (
        <EmptyState
          icon={<LayoutDashboard size={26} aria-hidden="true" />}
          title={dashboardMessages.noWidgets}
        >
          {dashboardMessages.noWidgetsNext}
        </EmptyState>
      ) : (
        <>
          {reason !== null && (
            <EmptyHint
              reason={reason}
              held={dashboard.counts.answer?.held ?? 0}
              archivedHidden={!filter.showArchived}
              onClearFilters={() => setFilter({ showArchived: filter.showArchived })}
              onShowArchived={() => setShowArchived(true)}
            />
          )}
          {reason !== "noDevices" && reason !== "notSynced" && <Widgets dashboard={dashboard} />}
        </>
      )}
    </Page>
  );
}

/** Null until it is counted. */
function emptyReasonOf({ counts: { answer, filter }, devices }: Dashboard): EmptyReason | null {
  if (answer === null || filter === null || devices === undefined) return null;
  return emptyReason({
    devices: devices.devices.length,
    held: answer.held,
    shown: answer.counts.total ?? 0,
    complete: answer.complete,
    filtered: activeParts(filter).length > 0,
  });
}

function Widgets({ dashboard }: { dashboard: Dashboard }) {
  const [, navigate] = useLocation();
  const palette = useChartPalette();
  const { answer, filter, failed } = dashboard.counts;
  // Links of effort name its days themselves, so that all widgets lead from the one filter.
  const hrefOf = useCallback(
    (link: InsightLink) => insightsHref(filter ?? { showArchived: false }, link),
    [filter],
  );
  const onPick = useCallback((link: InsightLink) => navigate(hrefOf(link)), [navigate, hrefOf]);
  return (
    <div className={styles.grid} aria-busy={answer === null && !failed}>
      {dashboard.shown.map((widget) => (
        <WidgetCard
          key={widget.id}
          widget={widget}
          picture={dashboard.pictureOf(widget)}
          failed={dashboard.countsOf(widget).failed}
          palette={palette}
          remark={dashboard.remarkOf(widget)}
          hrefOf={hrefOf}
          onPick={onPick}
        />
      ))}
    </div>
  );
}

interface PdfButtonProps {
  dashboard: Dashboard;
  /** A filter in words. */
  filterWords(filter: AddressFilter): readonly string[];
}

function PdfButton({ dashboard, filterWords }: PdfButtonProps) {
  const [busy, setBusy] = useState(false);
  const counted = dashboard.counts.filter;
  const download = async () => {
    if (counted === null) return;
    setBusy(true);
    try {
      const { downloadDashboardPdf } = await import("./pdf/dashboard-pdf.ts");
      // The filter of the shown counts: the chosen one may still be counted.
      await downloadDashboardPdf(dashboard, filterWords(counted));
    } catch {
      showToast({ message: dashboardMessages.pdfFailed, tone: "error" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={<Download size={16} aria-hidden="true" />}
      busy={busy}
      disabled={counted === null || dashboard.shown.length === 0}
      onClick={() => void download()}
    >
      {dashboardMessages.downloadPdf}
    </Button>
  );
}
