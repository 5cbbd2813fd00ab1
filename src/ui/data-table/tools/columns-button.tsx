import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Columns3 from "lucide-react/icons/columns-3";
import { useState } from "react";
import { ROW_DENSITIES } from "../../../domain/table/row-density.ts";
import {
  isShown,
  LAYOUT_MODES,
  moveColumn,
  OWN_LAYOUT,
  orderColumns,
  showColumn,
  type TableLayout,
} from "../../../domain/table/table-layout.ts";
import { tableMessages } from "../../../messages/table.ts";
import { Button } from "../../controls/button.tsx";
import { IconButton } from "../../controls/icon-button.tsx";
import { setRowDensity, useRowDensity } from "../row-density.ts";
import styles from "../table-tools.module.css";
import { ToolPopover } from "./tool-popover.tsx";

const { columns: words } = tableMessages;

interface ColumnsButtonProps {
  columns: readonly { id: string; label: string; hidden?: boolean; locked?: boolean }[];
  layout: TableLayout;
  onLayout(layout: TableLayout): void;
}

export function ColumnsButton(props: ColumnsButtonProps) {
  return (
    <ToolPopover words={words} icon={<Columns3 size={16} aria-hidden="true" />}>
      {() => <ColumnsPanel {...props} />}
    </ToolPopover>
  );
}

/** The choice and the order of columns, their layout and the height of rows. */
export function ColumnsPanel({ columns, layout, onLayout }: ColumnsButtonProps) {
  const [said, setSaid] = useState("");
  const density = useRowDensity();
  const ordered = orderColumns(columns, layout);
  const move = (id: string, label: string, step: 1 | -1) => {
    const next = moveColumn(columns, layout, id, step);
    const place = orderColumns(columns, next).findIndex((column) => column.id === id) + 1;
    setSaid(words.moved(label, place, columns.length));
    onLayout(next);
  };
  return (
    <>
      <ul className={styles.list} aria-label={words.heading}>
        {ordered.map((column, at) => (
          <li key={column.id} className={styles.line}>
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={isShown(column, layout)}
                disabled={column.locked === true}
                onChange={(event) => onLayout(showColumn(layout, column.id, event.target.checked))}
              />
              {column.label}
            </label>
            <IconButton
              label={words.up(column.label)}
              icon={<ChevronUp size={16} aria-hidden="true" />}
              aria-disabled={at === 0}
              onClick={() => move(column.id, column.label, -1)}
            />
            <IconButton
              label={words.down(column.label)}
              icon={<ChevronDown size={16} aria-hidden="true" />}
              aria-disabled={at === ordered.length - 1}
              onClick={() => move(column.id, column.label, 1)}
            />
          </li>
        ))}
      </ul>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{words.layout}</legend>
        {LAYOUT_MODES.map((mode) => (
          <label key={mode} className={styles.choice}>
            <input
              type="radio"
              name="table-layout"
              checked={layout.mode === mode}
              onChange={() => onLayout({ ...layout, mode })}
            />
            {words.modes[mode]}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{words.density}</legend>
        {ROW_DENSITIES.map((one) => (
          <label key={one} className={styles.choice}>
            <input
              type="radio"
              name="row-density"
              checked={density === one}
              onChange={() => setRowDensity(one)}
            />
            {words.densities[one]}
          </label>
        ))}
      </fieldset>
      <Button onClick={() => onLayout(OWN_LAYOUT)}>{words.reset}</Button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
