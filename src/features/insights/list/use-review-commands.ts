import type { ReviewAction } from "../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { Review } from "../actions/review.ts";
import type { ReviewCommand } from "../actions/review-keys.ts";
import type { RowCursorControl } from "./rows/use-row-cursor.ts";
import { useReviewShortcuts } from "./use-review-shortcuts.ts";

interface ReviewCommandsInput {
  review: Review;
  cursor: RowCursorControl;
  /** Null where reading failed. */
  selectedCount: number;
  readSelected(): Promise<readonly InsightRow[] | null>;
  onClear(): void;
  onSelect(row: InsightRow, range: boolean): void;
  showArchived: boolean;
  onOpen(row: InsightRow): void;
  onSearch(): void;
}

/** The commands of keys, toolbar and list. */
export function useReviewCommands(input: ReviewCommandsInput) {
  const { review, cursor, selectedCount, readSelected, onClear } = input;

  const actOnSelection = async (action: ReviewAction) => {
    const rows = await readSelected();
    if (rows !== null && (await review.act(rows, action))) onClear();
  };
  const undo = async () => cursor.find(await review.undo());
  const redo = async () => cursor.find(await review.redo());
  const moveOn = (archived: boolean) => {
    // An archived row leaves the list, and the next one takes its place.
    if (!archived || input.showArchived) cursor.move(1);
  };

  /** A key acts on the selection where there is one, else on the current row, and then moves on. */
  const actByKey = async (action: ReviewAction) => {
    if (selectedCount > 0) return actOnSelection(action);
    const { row } = cursor;
    if (row === null) return cursor.move(1);
    if (await review.act([row], action)) moveOn(action === "archive");
  };

  /** Rows that have the status already are left alone; the key of an action would clear them. */
  const repeat = async () => {
    const status = review.lastStatus;
    const targets = selectedCount > 0 ? await readSelected() : cursor.row === null ? [] : [cursor.row];
    if (status === null || targets === null || targets.length === 0) return;
    const left = targets.filter((row) => row.status !== status);
    if (left.length > 0 && !(await review.act(left, { status }))) return;
    if (selectedCount > 0) onClear();
    else moveOn(status === "archive");
  };

  const run: Record<ReviewCommand, (event: KeyboardEvent) => void> = {
    down: () => cursor.move(1),
    up: () => cursor.move(-1),
    acknowledge: () => void actByKey("acknowledge"),
    favorite: () => void actByKey("favorite"),
    archive: () => void actByKey("archive"),
    undo: () => void undo(),
    redo: () => void redo(),
    repeat: () => void repeat(),
    search: input.onSearch,
    open: () => {
      if (cursor.row !== null) input.onOpen(cursor.row);
    },
    select: ({ shiftKey }) => {
      if (cursor.row !== null) input.onSelect(cursor.row, shiftKey);
    },
    clear: () => {
      if (selectedCount > 0) onClear();
      else cursor.clear();
    },
  };
  useReviewShortcuts((command, event) => run[command](event));
  return { actOnSelection, undo, redo };
}
