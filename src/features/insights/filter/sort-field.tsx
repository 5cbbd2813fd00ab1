import { insightsMessages } from "../../../messages/insights/insights.ts";
import styles from "../../../parts/insight-filter/filter-bar.module.css";
import type { InsightQuery, SortColumn } from "../../../query/insight-engine.ts";

const { sort: label, sorts } = insightsMessages.cards;

const ORDERS: readonly { column: SortColumn; descending: boolean; words: string }[] = [
  { column: "time", descending: true, words: sorts.time },
  { column: "time", descending: false, words: sorts.timeUp },
  { column: "confidence", descending: true, words: sorts.confidence },
  { column: "confidence", descending: false, words: sorts.confidenceUp },
  { column: "className", descending: false, words: sorts.className },
  { column: "device", descending: false, words: sorts.device },
];

/** The order of the cards, which have no column heads to press. */
export function SortField({
  sort,
  onSort,
}: {
  sort: InsightQuery["sort"];
  onSort(sort: InsightQuery["sort"]): void;
}) {
  const at = ORDERS.findIndex(
    ({ column, descending }) => column === sort.column && descending === sort.descending,
  );
  return (
    <label className={styles.field}>
      {label}
      <select
        className={styles.input}
        value={at}
        onChange={(event) => {
          const order = ORDERS[Number(event.target.value)];
          if (order) onSort({ column: order.column, descending: order.descending });
        }}
      >
        {ORDERS.map(({ words }, index) => (
          <option key={words} value={index}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
