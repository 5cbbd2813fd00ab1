import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import Bookmark from "lucide-react/icons/bookmark";
import Columns3 from "lucide-react/icons/columns-3";
import Download from "lucide-react/icons/download";
import ScrollText from "lucide-react/icons/scroll-text";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { tableMessages } from "../../messages/table.ts";
import { usePageHead } from "../layout/page-head.ts";
import { CsvPanel, CsvStatus } from "./csv/csv-button.tsx";
import styles from "./record-table.module.css";
import { type RecordToolsProps, toolsOf, useCountOf } from "./record-tools.tsx";
import { ColumnsPanel } from "./tools/columns-button.tsx";
import { FiltersButton } from "./tools/filters-button.tsx";
import { PagesPanel } from "./tools/pages-panel.tsx";
import { type ListAction, type ListTool, ToolsMenu } from "./tools/tools-menu.tsx";
import { ViewsPanel } from "./tools/views-button.tsx";

const ICON = { size: 18, "aria-hidden": true } as const;
const { pages, columns, csv, views } = tableMessages;
const SORT = { heading: tableMessages.sortField, button: tableMessages.sortField };
const PAGES = { heading: pages.heading, button: pages.heading };

interface PhoneHeadProps<Row> extends RecordToolsProps<Row> {
  /** The field for the order. */
  sort: ReactNode;
  /** Entries of the screen in the menu, under the name of the list. */
  actions: readonly ListAction[];
  caption: string;
  /** It is no mere part of a page. */
  leads: boolean;
}

/**
 * The tools of a list on a phone: the filters one tap away, all others in one menu. They stand in the head of the page
 * around, so that the first card lies high; without a page around, and for a table that is a part of a page, above it.
 */
export function PhoneHead<Row>(props: PhoneHeadProps<Row>) {
  const { page, address, onAddress } = props;
  const head = usePageHead();
  const countOf = useCountOf(props);
  const parts = toolsOf(props);
  const tools: ListTool[] = [
    { words: SORT, icon: <ArrowDownUp {...ICON} />, panel: () => props.sort },
    {
      words: views,
      icon: <Bookmark {...ICON} />,
      panel: (close) => <ViewsPanel {...parts.views} onClose={close} />,
    },
    { words: columns, icon: <Columns3 {...ICON} />, panel: () => <ColumnsPanel {...parts.columns} /> },
    { words: csv, icon: <Download {...ICON} />, panel: () => <CsvPanel source={parts.csv} /> },
    {
      words: PAGES,
      icon: <ScrollText {...ICON} />,
      panel: () => (
        <PagesPanel
          pageSize={address.pageSize}
          scroll={address.scroll}
          sizes={props.pageSizes?.sizes}
          onScroll={props.pageSizes === undefined ? (scroll) => onAddress({ scroll }) : undefined}
          onPageSize={(pageSize) => onAddress({ pageSize, scroll: false })}
        />
      ),
    },
  ];
  const count = (
    <span role="status" data-filtered={(page !== null && page.matched !== page.held) || undefined}>
      {page !== null && tableMessages.counts(page.matched, page.held)}
    </span>
  );
  const buttons = (
    <>
      <FiltersButton {...parts.filters} countOf={countOf} iconOnly />
      <ToolsMenu tools={tools} actions={props.actions} name={props.caption} />
      <CsvStatus table={props.table} />
    </>
  );
  if (head === null || !props.leads) {
    return (
      <div className={styles.bar}>
        <span className={styles.count}>{count}</span>
        {buttons}
      </div>
    );
  }
  return (
    <>
      {head.count && createPortal(count, head.count)}
      {head.tools && createPortal(buttons, head.tools)}
    </>
  );
}
