import type { ReactNode } from "react";
import { cellText } from "../../domain/table/table-cell.ts";
import { fullUtc } from "../../domain/time.ts";
import { ADMIN } from "../../messages/admin/admin.ts";
import twoLines from "../../ui/data-table/rows/two-lines.module.css";
import type { TableColumn } from "../../ui/data-table/table-column.ts";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./admin.module.css";

interface RowPanelProps<Row> {
  title: string;
  row: Row;
  /** Of the table; those of buttons are left out. */
  columns: readonly TableColumn<Row>[];
  onClose(): void;
}

/** A row with all that its table knows of it, uncut, hidden columns too. */
export function RowPanel<Row>({ title, row, columns, onClose }: RowPanelProps<Row>) {
  const facts = columns.filter(({ type, rowHeader }) => type !== "buttons" && !rowHeader);
  return (
    <Dialog open onClose={onClose} title={title} placement="side">
      <dl className={styles.facts}>
        {facts.map((column) => (
          <div key={column.id} className={styles.fact}>
            <dt>{column.label}</dt>
            <dd>{factOf(column, row)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Text and lists whole, which their cells cut; moments in full, figures as in the table. */
function factOf<Row>({ type, value, cell }: TableColumn<Row>, row: Row): ReactNode {
  const held = value(row);
  if (type === "date" && typeof held === "number") return fullUtc(held) || ADMIN.absent;
  const asText = type === "string" || type === "list";
  return (!asText && cell?.(row)) || cellText(type, held) || ADMIN.absent;
}

interface RowNameProps {
  id: string;
  name: string;
  onOpen(id: string): void;
}

/** The name of a row, which opens its panel. */
export function RowName({ id, name, onOpen }: RowNameProps) {
  return (
    <button
      type="button"
      className={styles.open}
      title={name}
      aria-label={ADMIN.open(name)}
      onClick={() => onOpen(id)}
    >
      <span className={twoLines.lines}>{name}</span>
    </button>
  );
}
