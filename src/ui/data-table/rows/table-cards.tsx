import type { ReactNode } from "react";
import { classNames } from "../../class-names.ts";
import type { TableColumn } from "../table-column.ts";
import type { RowOptions } from "./data-table-row.tsx";
import { CardSpace, type RowWindow, windowProps } from "./row-window.tsx";
import styles from "./table-cards.module.css";
import { TableCellContent } from "./table-cell-content.tsx";

interface TableCardsProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | null;
  options: RowOptions<Row>;
  selectedIds: ReadonlySet<string>;
  busy: boolean;
  /** Where the cards lie in a list that is scrolled without pages. */
  window?: RowWindow | undefined;
  /** Cards made for their subject, in place of the columns stood on end. */
  card?: ((row: Row, shows: (columnId: string) => boolean) => ReactNode) | undefined;
  /** Of cards made for their subject. */
  look?: "cards" | "lines" | undefined;
}

/** The same rows as cards for narrow screens: the row's name first, each other column under its own name. */
export function TableCards<Row>(props: TableCardsProps<Row>) {
  const { label, columns, rows, options, selectedIds, busy, window: cardWindow, card } = props;
  const lines = card !== undefined && props.look !== "cards";
  const extra = columns.filter(({ hidden }) => hidden);
  const shows = (columnId: string) => columns.some(({ id }) => id === columnId);
  const head = columns.find(({ rowHeader }) => rowHeader);
  const buttons = columns.filter(({ type }) => type === "buttons");
  const facts = columns.filter((column) => column !== head && column.type !== "buttons");
  return (
    <ul
      {...windowProps(cardWindow, classNames(styles.cards, lines && styles.lines, card && styles.made))}
      aria-label={label}
      aria-busy={busy || rows === null}
    >
      <CardSpace side="before" place={cardWindow} />
      {rows?.map((row, at) => {
        const id = options.rowId(row);
        const selected = selectedIds.has(id);
        return (
          <li
            key={id}
            data-row={id}
            aria-setsize={cardWindow?.total}
            aria-posinset={cardWindow && cardWindow.offset + at + 1}
            className={classNames(
              lines ? styles.line : styles.card,
              selected && styles.selected,
              options.isUnsent?.(row) && styles.unsent,
            )}
            {...options.rowAttributes?.(row)}
          >
            {card && !lines && options.onSelect && <CardBox {...{ row, options, selected }} />}
            {card?.(row, shows) ?? <ColumnsCard {...{ row, head, facts, buttons, options, selected }} />}
            {card && !lines && extra.length > 0 && <CardFacts columns={extra} row={row} />}
          </li>
        );
      })}
      <CardSpace side="after" place={cardWindow} />
    </ul>
  );
}

interface ColumnsCardProps<Row> {
  row: Row;
  head: TableColumn<Row> | undefined;
  facts: readonly TableColumn<Row>[];
  buttons: readonly TableColumn<Row>[];
  options: RowOptions<Row>;
  selected: boolean;
}

/** A row's columns under each other. */
function ColumnsCard<Row>({ row, head, facts, buttons, options, selected }: ColumnsCardProps<Row>) {
  return (
    <>
      <div className={styles.head}>
        {options.onSelect && <CardBox {...{ row, options, selected }} />}
        <h2 className={styles.name}>{head && <TableCellContent column={head} row={row} />}</h2>
      </div>
      <CardFacts columns={facts} row={row} />
      {buttons.map((column) => (
        <div key={column.id} className={styles.buttons}>
          <TableCellContent column={column} row={row} />
        </div>
      ))}
    </>
  );
}

/** The box by which a row is chosen. */
function CardBox<Row>({
  row,
  options,
  selected,
}: Pick<ColumnsCardProps<Row>, "row" | "options" | "selected">) {
  return (
    <label className={styles.boxTarget}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={options.selectLabel?.(row) ?? options.rowId(row)}
        checked={selected}
        onChange={() => {}}
        onClick={(event) => options.onSelect?.(row, event.shiftKey)}
      />
    </label>
  );
}

function CardFacts<Row>({ columns, row }: { columns: readonly TableColumn<Row>[]; row: Row }) {
  return (
    <dl className={styles.facts}>
      {columns.map((column) => (
        <div key={column.id} className={styles.fact}>
          <dt>{column.label}</dt>
          <dd>
            <TableCellContent column={column} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
