import type { ColumnType } from "../../domain/table/table-cell.ts";

interface SizedColumn {
  type: ColumnType;
  roomPx?: number;
  className?: string | undefined;
}

interface FittedColumn extends SizedColumn {
  type: ColumnType;
  locked?: boolean;
  rowHeader?: boolean;
  leaves?: number;
}

/** The column of checkboxes. */
export const SELECT_PX = 48;
const ROOM_PX = 110;
const LEAVES = 1;
/** The height of the letters for which columns state their `roomPx`. */
export const LETTERS_PX = 13;

/** The width in pixels at which no column is squeezed. */
export function spaceForColumns(columns: readonly { roomPx?: number }[], selectable: boolean): number {
  return columns.reduce((sum, { roomPx = ROOM_PX }) => sum + roomPx, selectable ? SELECT_PX : 0);
}

/**
 * The width of a column of figures or dates that has none by its class, in em, because the outdoor theme has larger
 * letters: it needs no more, and texts have the rest. Undefined for other columns.
 */
export function figureWidth({ type, roomPx, className }: SizedColumn): string | undefined {
  const isFigure = type === "number" || type === "percent" || type === "date";
  if (!isFigure || roomPx === undefined || className !== undefined) return undefined;
  return `${(roomPx / LETTERS_PX).toFixed(2)}em`;
}

/** The columns that have room beside each other in this width: a table that scrolls sideways hides its rows' ends. */
export function columnsThatFit<Column extends FittedColumn>(
  columns: readonly Column[],
  widthPx: number,
  selectable: boolean,
): readonly Column[] {
  let left = columns;
  while (spaceForColumns(left, selectable) > widthPx) {
    const next = left.filter(mayLeave).reduce<Column | null>((first, one) => {
      return first === null || (one.leaves ?? LEAVES) >= (first.leaves ?? LEAVES) ? one : first;
    }, null);
    if (next === null) return left;
    left = left.filter((column) => column !== next);
  }
  return left;
}

function mayLeave({ locked, rowHeader, type }: FittedColumn): boolean {
  return locked !== true && rowHeader !== true && type !== "buttons";
}
