import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { type PointerEvent, useRef } from "react";
import { MAX_COLUMN_PX, MIN_COLUMN_PX } from "../../../domain/table/table-layout.ts";
import type { TableSort } from "../../../domain/table/table-query.ts";
import { tableMessages } from "../../../messages/table.ts";
import { classNames } from "../../class-names.ts";
import type { TableColumn } from "../table-column.ts";
import styles from "./data-table.module.css";

const KEY_STEP_PX = 16;

interface ColumnHeadProps<Row> {
  column: TableColumn<Row>;
  sort: TableSort | null;
  onSort?: ((column: string) => void) | undefined;
  /** A number of pixels, or a length of CSS. */
  width: number | string | undefined;
  onResize?: ((widthsPx: Readonly<Record<string, number>>) => void) | undefined;
}

export function ColumnHead<Row>({ column, sort, onSort, width, onResize }: ColumnHeadProps<Row>) {
  const { id, label } = column;
  const active = sort?.column === id;
  const Arrow = sort?.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-column={id}
      className={classNames(styles[column.type], column.className)}
      style={width === undefined ? undefined : { width }}
      aria-sort={active ? (sort.descending ? "descending" : "ascending") : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          title={tableMessages.sortBy(label)}
          onClick={() => onSort(id)}
        >
          {label}
          {active && <Arrow size={14} aria-hidden="true" />}
        </button>
      ) : (
        <span className={column.quietLabel ? "visually-hidden" : undefined}>{label}</span>
      )}
      {onResize && <WidthHandle id={id} label={label} onResize={onResize} />}
    </th>
  );
}

interface WidthHandleProps {
  id: string;
  label: string;
  onResize(widthsPx: Readonly<Record<string, number>>): void;
}

/** The right edge of a column: dragged, or moved by the arrow keys. */
function WidthHandle({ id, label, onResize }: WidthHandleProps) {
  const drag = useRef<{ startX: number; widthsPx: Record<string, number> } | null>(null);
  const resize = (handle: HTMLElement, widthsPx: Record<string, number>, byPx: number) => {
    const wanted = (widthsPx[id] ?? 0) + byPx;
    onResize({ ...widthsPx, [id]: wanted });
    handle.setAttribute("aria-valuenow", String(Math.round(wanted)));
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    drag.current = null;
    event.currentTarget.releasePointerCapture(event.pointerId);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; this is the separator of the ARIA window splitter
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={tableMessages.widthOf(label)}
      aria-valuemin={MIN_COLUMN_PX}
      aria-valuemax={MAX_COLUMN_PX}
      aria-valuenow={MIN_COLUMN_PX}
      tabIndex={0}
      className={styles.handle}
      ref={tellWidth}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { startX: event.clientX, widthsPx: measureColumns(event.currentTarget) };
      }}
      onPointerMove={(event) => {
        if (drag.current === null) return;
        resize(event.currentTarget, drag.current.widthsPx, event.clientX - drag.current.startX);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
        if (step === 0) return;
        event.preventDefault();
        resize(event.currentTarget, measureColumns(event.currentTarget), step * KEY_STEP_PX);
      }}
    />
  );
}

/** The present widths of all columns, so that resizing one leaves the others as they are. */
function measureColumns(handle: HTMLElement): Record<string, number> {
  const heads = handle.closest("tr")?.querySelectorAll<HTMLElement>("th[data-column]") ?? [];
  const shown = [...heads].filter((head) => head.offsetWidth > 0);
  return Object.fromEntries(shown.map((head) => [head.dataset.column ?? "", head.offsetWidth]));
}

/**
 * Keeps the handle's value at the width of its column. An observer reports it: reading a width during render would
 * force a second layout.
 */
function tellWidth(handle: HTMLElement | null) {
  const head = handle?.closest("th");
  if (!handle || !head || typeof ResizeObserver === "undefined") return;
  const observer = new ResizeObserver(() => {
    handle.setAttribute("aria-valuenow", String(Math.round(head.offsetWidth)));
  });
  observer.observe(head);
  return () => observer.disconnect();
}
