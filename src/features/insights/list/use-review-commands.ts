import type { InsightStatus, ReviewAction } from "../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import type { Review } from "../actions/review.ts";
import type { ReviewCommand } from "../actions/review-keys.ts";
import type { RowCursorControl } from "./rows/use-row-cursor.ts";
import { useReviewShortcuts } from "./use-review-shortcuts.ts";

interface ReviewCommandsInput {
  review: Review;
  outbox: Pick<ReviewOutbox, "beforeSave">;
  cursor: RowCursorControl;
  /** Photos beside each other, where the list is a grid: the arrows move by lines. */
  perLine: number | null;
  /** Null where reading failed. */
  selectedCount: number;
  readSelected(): Promise<readonly InsightRow[] | null>;
  onClear(): void;
  onSelect(row: InsightRow, range: boolean): void;
  onSelectAll(): void;
  onExtend(fromId: string, toId: string): void;
  onOpen(row: InsightRow): void;
  onSearch(): void;
}

/** The commands of keys, toolbar and list. */
export function useReviewCommands(input: ReviewCommandsInput) {
  const { review, outbox, cursor, selectedCount, readSelected, onClear } = input;

  const readAndAct = async (action: ReviewAction | { status: InsightStatus }) => {
    const rows = await readSelected();
    if (rows !== null && (await review.act(rows, action))) onClear();
  };
  const actOnSelection = (action: ReviewAction | { status: InsightStatus }) =>
    outbox.beforeSave(readAndAct(action));
  const undo = async () => cursor.find(await review.undo(), true);
  const redo = async () => cursor.find(await review.redo(), true);
  /**
   * Sets the status of rows, and moves to the next row before that is stored, because a key pressed meanwhile is meant
   * for the next row. If the status cannot be stored, the cursor moves back.
   */
  const actAndMoveOn = async (rows: readonly InsightRow[], status: InsightStatus) => {
    const { row } = cursor;
    cursor.move(1);
    if (!(await review.act(rows, { status })) && row !== null) cursor.place(row);
  };

  /**
   * A key acts on the selection where there is one, else on the current row, and then moves on. It sets a status and
   * never clears one, as in review mode: a key pressed twice must not undo what it did. Where the current row was scrolled
   * away, the key only brings it back: it must not act on a row that nobody sees.
   */
  const actByKey = async (status: ReviewAction) => {
    if (selectedCount > 0) return actOnSelection({ status });
    const { row } = cursor;
    if (row === null) return cursor.move(1);
    if (!cursor.reach()) return;
    if (row.status === status) review.note(status);
    else await actAndMoveOn([row], status);
  };

  /** Rows that have the status already are left alone. */
  const repeat = async () => {
    if (selectedCount === 0 && !cursor.reach()) return;
    const targets = selectedCount > 0 ? await readSelected() : cursor.row === null ? [] : [cursor.row];
    // After the selection was read, because a key before this one may still be reading it.
    const status = review.lastStatus();
    if (status === null || targets === null || targets.length === 0) return;
    const left = targets.filter((row) => row.status !== status);
    if (selectedCount === 0) {
      if (left.length > 0) await actAndMoveOn(left, status);
      else cursor.move(1);
    } else if (left.length === 0 || (await review.act(left, { status }))) onClear();
  };

  const extend = (step: 1 | -1) => {
    const { row } = cursor;
    if (row !== null && !cursor.reach()) return;
    const next = cursor.move(step, { amongDrawn: true });
    if (row !== null && next !== null && next.insightId !== row.insightId) {
      input.onExtend(row.insightId, next.insightId);
    }
  };

  const run: Record<ReviewCommand, (event: KeyboardEvent) => void> = {
    // A held key stops at the end of a page, as it does at the end of a list.
    down: ({ key, repeat }) =>
      cursor.move(key === "ArrowDown" ? (input.perLine ?? 1) : 1, { turnsPage: !repeat }),
    up: ({ key, repeat }) =>
      cursor.move(key === "ArrowUp" ? -(input.perLine ?? 1) : -1, { turnsPage: !repeat }),
    extendDown: () => extend(1),
    extendUp: () => extend(-1),
    acknowledge: () => void actByKey("acknowledge"),
    favorite: () => void actByKey("favorite"),
    archive: () => void actByKey("archive"),
    undo: () => void undo(),
    redo: () => void redo(),
    repeat: () => void outbox.beforeSave(repeat()),
    search: input.onSearch,
    open: () => {
      if (cursor.row !== null && cursor.reach()) input.onOpen(cursor.row);
    },
    select: ({ shiftKey }) => {
      if (cursor.row !== null && cursor.reach()) input.onSelect(cursor.row, shiftKey);
    },
    clear: () => {
      if (selectedCount > 0) onClear();
      else cursor.clear();
    },
  };
  useReviewShortcuts({
    run: (command, event) => run[command](event),
    save: review.save,
    saveOrContinue: review.saveOrContinue,
    selectAll: input.onSelectAll,
  });
  return { actByKey, actOnSelection, undo, redo };
}
