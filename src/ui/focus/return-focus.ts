import { titleOf, topmostModal } from "../layout/open-modals.ts";
import { focusRow, LIST, rowsOf } from "../lists/list-rows.ts";

/**
 * Remembers what has the focus before an overlay takes it.
 *
 * @returns gives it back once the overlay has closed: where it can no longer be had, to the row that stands in the place
 * of its row, else to the dialog beneath or to the screen, because keys that reach the body do something else
 */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  const list = before?.closest<HTMLElement>(LIST) ?? null;
  const index = list === null ? -1 : rowsOf(list).findIndex((row) => row.contains(before));
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    if (before === null || document.activeElement !== document.body || before === document.body) return;
    const rows = list?.isConnected && index >= 0 ? rowsOf(list) : [];
    const row = rows[Math.min(index, rows.length - 1)];
    if (row !== undefined) focusRow(row);
    else {
      const home = titleOf(topmostModal()) ?? document.querySelector("main");
      home?.focus({ preventScroll: true });
    }
  };
}
