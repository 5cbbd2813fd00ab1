import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import Bookmark from "lucide-react/icons/bookmark";
import Download from "lucide-react/icons/download";
import LayoutGrid from "lucide-react/icons/layout-grid";
import ListChecks from "lucide-react/icons/list-checks";
import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useServices } from "../../../client/services.tsx";
import { insightListMessages } from "../../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { tableMessages } from "../../../messages/table.ts";
import { activeParts } from "../../../parts/insight-filter/filter-address.ts";
import { OfflineSetButton } from "../../../parts/offline-set/offline-set-button.tsx";
import { isShortcut } from "../../../state/keyboard-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { CsvPanel, CsvStatus } from "../../../ui/data-table/csv/csv-button.tsx";
import { type ListAction, type ListTool, ToolsMenu } from "../../../ui/data-table/tools/tools-menu.tsx";
import { ViewsPanel } from "../../../ui/data-table/tools/views-button.tsx";
import { OwnChips } from "../filter/filter-bar.tsx";
import { filterWords, PhoneFilters } from "../filter/phone-filters.tsx";
import { SearchField } from "../filter/search-field.tsx";
import { SortField } from "../filter/sort-field.tsx";
import styles from "../insights-page.module.css";
import { ReviewButton } from "../review-mode/review-button.tsx";
import { csvSourceOf, INSIGHTS_TABLE, viewsOf } from "./insight-tools.tsx";
import { ListCount } from "./insights-head.tsx";
import type { ListHeadProps } from "./list-head.tsx";
import { usePhoneOnItsSide } from "./thumb/use-phone-on-its-side.ts";

const { csv, views } = tableMessages;
const SORT = { heading: tableMessages.sortField, button: tableMessages.sortField };
const ICON = { size: 18, "aria-hidden": true } as const;

interface PhoneHeadProps extends ListHeadProps {
  switches: ReactNode;
}

/** One bar on a phone: what is shown, the search, the filters, and all other tools in one menu. */
export function PhoneHead(props: PhoneHeadProps) {
  const { list, address: control, collections, groups, nowMs, selecting } = props;
  const { page, query } = list;
  const { filter } = control.address;
  const parts = activeParts(filter).length;
  const filtered = parts > 0;
  const [wanted, setWanted] = useState(false);
  const searching = wanted || (filter.text ?? "") !== "";
  useSearchKey(() => setWanted(true));
  const words = filterWords(filter, props.counts, groups, nowMs);
  const onItsSide = usePhoneOnItsSide();
  return (
    <>
      <header className={styles.phoneBar}>
        <div className={styles.phoneTitles} data-searching={searching || undefined}>
          <h1>{insightsMessages.title}</h1>
          <div className={styles.phoneCount}>
            <ListCount page={page} filtered={filtered} grouped={collections.grouped} narrow />
            {filtered && (
              <>
                <span className={styles.filterWords} data-parts={parts}>{` · ${words}`}</span>
                <span className={styles.filterCount} data-parts={parts}>
                  {` · ${insightsMessages.filters.button(parts)}`}
                </span>
              </>
            )}
          </div>
        </div>
        {searching && !selecting && (
          <SearchField
            place="bar"
            filter={filter}
            onChange={control.setFilter}
            inputRef={props.searchRef}
            asked={wanted}
            onLeave={() => setWanted(false)}
          />
        )}
        {selecting ? (
          <Button variant="plain" onClick={() => props.onSelecting(false)}>
            {insightsMessages.cards.selectDone}
          </Button>
        ) : (
          <>
            {onItsSide && page !== null && page.matched > 0 && <ReviewButton order={query} />}
            {!searching && (
              <IconButton
                label={insightsMessages.filters.search}
                icon={<Search size={20} />}
                onClick={() => setWanted(true)}
              />
            )}
            <PhoneFilters
              filter={filter}
              onChange={control.setFilter}
              counts={props.counts}
              covers={props.covers}
              groups={groups}
              nowMs={nowMs}
              switches={props.switches}
              matched={list.stale ? null : (page?.matched ?? null)}
            />
            <OfflineSetButton
              filter={query.filter}
              groups={groups}
              disabled={page === null || page.matched === 0}
              narrow
            />
          </>
        )}
        <PhoneMenu {...props} />
      </header>
      <div className={styles.ownChips}>
        <OwnChips filter={filter} onChange={control.setFilter} />
      </div>
    </>
  );
}

function PhoneMenu(props: ListHeadProps) {
  const { list, address: control, settings, selecting } = props;
  const { insights: view } = useServices();
  const { page, query } = list;
  const { layout, setLayout } = settings;
  const source = csvSourceOf({ view, query, page, columns: props.columns, covers: props.covers });
  const tools: ListTool[] = [
    {
      words: SORT,
      icon: <ArrowDownUp {...ICON} />,
      panel: () => <SortField sort={control.address.sort} onSort={control.setSort} />,
    },
    {
      words: views,
      icon: <Bookmark {...ICON} />,
      panel: (close) => <ViewsPanel {...viewsOf(settings, control)} onClose={close} />,
    },
    { words: csv, icon: <Download {...ICON} />, panel: () => <CsvPanel source={source} /> },
  ];
  const isGrid = layout.look === "grid";
  const actions: ListAction[] = [
    {
      label: insightListMessages.grid.switch,
      icon: <LayoutGrid {...ICON} />,
      switched: isGrid,
      onSelect: () => setLayout({ ...layout, look: isGrid ? "rows" : "grid" }),
    },
  ];
  if (props.mayAct && page !== null && page.matched > 0) {
    actions.unshift({
      label: insightsMessages.cards.selectMode,
      icon: <ListChecks {...ICON} />,
      switched: selecting,
      onSelect: () => props.onSelecting(!selecting),
    });
  }
  return (
    <>
      <ToolsMenu tools={tools} actions={actions} name={insightListMessages.menu} />
      <CsvStatus table={INSIGHTS_TABLE} />
    </>
  );
}

/** The field is only drawn while somebody searches, so the key of the list cannot reach it before. */
function useSearchKey(onSearch: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "/" || !isShortcut(event)) return;
    event.preventDefault();
    onSearch();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
