import type { TableSort } from "../../../domain/table/table-query.ts";
import { sortText } from "../table-paging.ts";

interface SortSelectProps<Sort extends TableSort | null> {
  label: string;
  sort: Sort;
  orders: readonly { sort: Sort; words: string }[];
  onSort(sort: Sort): void;
  className?: string | undefined;
  selectClassName?: string | undefined;
}

/** The order of cards, which have no column heads to press. */
export function SortSelect<Sort extends TableSort | null>(props: SortSelectProps<Sort>) {
  const { label, sort, orders, onSort } = props;
  return (
    <label className={props.className}>
      {label}
      <select
        className={props.selectClassName}
        value={optionOf(sort)}
        onChange={({ target }) => {
          const order = orders.find((one) => optionOf(one.sort) === target.value);
          if (order) onSort(order.sort);
        }}
      >
        {orders.map((order) => (
          <option key={order.words} value={optionOf(order.sort)}>
            {order.words}
          </option>
        ))}
      </select>
    </label>
  );
}

function optionOf(sort: TableSort | null): string {
  return sort === null ? "" : sortText(sort);
}
