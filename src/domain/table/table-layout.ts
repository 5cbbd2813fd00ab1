import { isRecord } from "../record-guard.ts";

/** "resize": columns can be drawn wider and narrower; "padding": they are fixed and their cells roomy. */
export const LAYOUT_MODES = ["resize", "padding"] as const;
export type LayoutMode = (typeof LAYOUT_MODES)[number];

/** "rows": a table, on a phone cards; "grid": its photos side by side, where the table has any. */
export const LIST_LOOKS = ["rows", "grid"] as const;
export type ListLook = (typeof LIST_LOOKS)[number];

export const MIN_COLUMN_PX = 48;
export const MAX_COLUMN_PX = 1200;

/**
 * A person's arrangement of one table. Ids that the table does not know are kept, because another version may know
 * them.
 */
export interface TableLayout {
  mode: LayoutMode;
  look: ListLook;
  /** Ids in the order shown; columns that are not named keep their own place. Empty: the table's own order. */
  order: readonly string[];
  /** Whether a column is shown, where the person has chosen. */
  shown: Readonly<Record<string, boolean>>;
  /** In CSS pixels; in force in mode "resize" alone. */
  widthsPx: Readonly<Record<string, number>>;
}

export const OWN_LAYOUT: TableLayout = { mode: "resize", look: "rows", order: [], shown: {}, widthsPx: {} };

interface LaidOutColumn {
  id: string;
  hidden?: boolean;
  /** Cannot be hidden. */
  locked?: boolean;
}

/** All columns in the person's order. */
export function orderColumns<Column extends LaidOutColumn>(
  columns: readonly Column[],
  layout: TableLayout,
): Column[] {
  const known = new Map(columns.map((column) => [column.id, column]));
  const named = layout.order.flatMap((id) => known.get(id) ?? []);
  const ordered = [...new Set(named)];
  // A column of a newer version is placed after its neighbour in the table's own order.
  columns.forEach((column, at) => {
    if (ordered.includes(column)) return;
    const before = columns[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column);
  });
  return ordered;
}

export function isShown(column: LaidOutColumn, layout: TableLayout): boolean {
  return column.locked === true || (layout.shown[column.id] ?? column.hidden !== true);
}

export function showColumn(layout: TableLayout, id: string, shown: boolean): TableLayout {
  return { ...layout, shown: { ...layout.shown, [id]: shown } };
}

/** Moves a column by one place; at an end it stays. */
export function moveColumn(
  columns: readonly LaidOutColumn[],
  layout: TableLayout,
  id: string,
  step: 1 | -1,
): TableLayout {
  const order = orderColumns(columns, layout).map((column) => column.id);
  const from = order.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= order.length) return layout;
  order.splice(from, 1);
  order.splice(to, 0, id);
  return { ...layout, order };
}

/** Sets widths, within bounds that can be seen and dragged. */
export function resizeColumns(layout: TableLayout, widthsPx: Readonly<Record<string, number>>): TableLayout {
  const bounded = Object.entries(widthsPx).map(([id, width]) => [id, boundWidth(width)] as const);
  return { ...layout, widthsPx: { ...layout.widthsPx, ...Object.fromEntries(bounded) } };
}

/** Reads a stored layout; invalid parts are ignored. */
export function readLayout(stored: unknown): TableLayout {
  if (!isRecord(stored)) return OWN_LAYOUT;
  const { mode, look, order, shown, widthsPx } = stored;
  return {
    mode: LAYOUT_MODES.find((known) => known === mode) ?? OWN_LAYOUT.mode,
    look: LIST_LOOKS.find((known) => known === look) ?? OWN_LAYOUT.look,
    order: Array.isArray(order) ? order.filter((id) => typeof id === "string") : [],
    shown: entriesOf(shown, (value) => typeof value === "boolean"),
    widthsPx: resizeColumns(
      OWN_LAYOUT,
      entriesOf(widthsPx, (value): value is number => Number.isFinite(value)),
    ).widthsPx,
  };
}

function boundWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, width)));
}

function entriesOf<Value>(stored: unknown, isOne: (value: unknown) => value is Value): Record<string, Value> {
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, Value] => isOne(entry[1])),
  );
}
