import { listInUse } from "../../ui/lists/offered-lists.ts";

const LIST = "main [data-list]";
const FIELD = "input:not([type=checkbox], [type=radio]), select";
/** Frames until the panel of the filters is drawn, with room to spare. */
const MOST_FRAMES = 20;

/** The row that a key reached last: a row that leaves the document loses the focus. */
let last: { row: HTMLElement; index: number } | null = null;

/** Runs a key on the list in use. @param key in lower case; `a` is pressed with the command key */
export function runListKey(key: string, shiftKey: boolean): void {
  const list = listAround(document.activeElement);
  if (key === "/") search(list);
  else if (key === "a") listInUse()?.selectAll?.();
  else if (list === null) return;
  else if (key === "j" || key === "k") move(list, key === "j" ? 1 : -1, shiftKey);
  else {
    const row = rowOf(document.activeElement, list);
    if (key === " ") row?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
    else if (opensItself(list)) row?.click();
    else row?.querySelector<HTMLElement>("a, button")?.click();
  }
}

/** A press on a row of this list opens it. */
function opensItself(list: HTMLElement): boolean {
  return list.querySelector("[data-opens]") !== null;
}

function listAround(focused: Element | null): HTMLElement | null {
  const around = focused?.closest<HTMLElement>(LIST) ?? last?.row.closest<HTMLElement>(LIST);
  if (around?.isConnected) return around;
  return [...document.querySelectorAll<HTMLElement>(LIST)].find(isSeen) ?? null;
}

function rowsOf(list: HTMLElement): HTMLElement[] {
  const rows = [...list.querySelectorAll<HTMLElement>("[data-row]")];
  return rows.length > 0 ? rows : [...list.querySelectorAll<HTMLElement>(":scope > li")];
}

function rowOf(element: Element | null, list: HTMLElement): HTMLElement | null {
  return rowsOf(list).find((row) => row.contains(element)) ?? null;
}

function move(list: HTMLElement, step: 1 | -1, extending: boolean): void {
  const rows = rowsOf(list);
  const current = rowOf(document.activeElement, list) ?? (last?.row.isConnected ? last.row : null);
  const at = current === null ? -1 : rows.indexOf(current);
  // Where the row has left, another stands in its place; the first step lands on the first row.
  const wanted = at >= 0 ? at + step : (last?.index ?? 0);
  const index = Math.max(0, Math.min(wanted, rows.length - 1));
  const row = rows[index];
  if (row === undefined) return;
  if (!row.hasAttribute("tabindex")) row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
  last = { row, index };
  const [from, to] = [current?.dataset.row, row.dataset.row];
  if (extending && from !== undefined && to !== undefined && from !== to) listInUse()?.extend?.(from, to);
}

/** The search field of the screen, else the first field of the list's filters. */
function search(list: HTMLElement | null): void {
  const fields = document.querySelectorAll<HTMLInputElement>(
    "main input[type=search], header input[type=search]",
  );
  const field = [...fields].find(isSeen);
  if (field !== undefined) {
    field.focus();
    field.select();
    return;
  }
  const button = (list ?? document).querySelector<HTMLElement>("[data-list-filters]");
  const shown = button ?? document.querySelector<HTMLElement>("main [data-list-filters]");
  if (shown === null || !isSeen(shown)) return;
  shown.click();
  focusFirstField(MOST_FRAMES);
}

function focusFirstField(frames: number): void {
  const field = document.querySelector<HTMLElement>(`[popover]:popover-open :is(${FIELD})`);
  if (field !== null) field.focus();
  else if (frames > 0) requestAnimationFrame(() => focusFirstField(frames - 1));
}

function isSeen(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && element.closest("[popover]:not(:popover-open)") === null;
}
