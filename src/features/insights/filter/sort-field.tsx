import { insightsMessages } from "../../../messages/insights/insights.ts";
import styles from "../../../parts/insight-filter/filter-bar.module.css";
import type { InsightQuery } from "../../../query/insight-engine.ts";
import { SortSelect } from "../../../ui/data-table/tools/sort-select.tsx";

const { sort: label, sorts } = insightsMessages.cards;

const ORDERS: readonly { sort: InsightQuery["sort"]; words: string }[] = [
  { sort: { column: "time", descending: true }, words: sorts.time },
  { sort: { column: "time", descending: false }, words: sorts.timeUp },
  { sort: { column: "confidence", descending: true }, words: sorts.confidence },
  { sort: { column: "confidence", descending: false }, words: sorts.confidenceUp },
  { sort: { column: "className", descending: false }, words: sorts.className },
  { sort: { column: "device", descending: false }, words: sorts.device },
];

interface SortFieldProps {
  sort: InsightQuery["sort"];
  onSort(sort: InsightQuery["sort"]): void;
  /** In a row of filters, as one of them, and not in a panel. */
  isInRow?: boolean;
}

export function SortField({ sort, onSort, isInRow = false }: SortFieldProps) {
  return (
    <SortSelect
      label={label}
      sort={sort}
      orders={ORDERS}
      onSort={onSort}
      className={isInRow ? styles.sort : styles.field}
      selectClassName={isInRow ? styles.sortOrder : styles.input}
    />
  );
}
