import { focusRow, LIST, rowsOf } from "../../ui/lists/list-rows.ts";
import { listInUse } from "../../ui/lists/offered-lists.ts";
import { isSearchable, keysPlace, SEARCH_FIELD, SHOWS_FILTERS } from "./keys-place.ts";

const FIELD = "input:not([type=checkbox], [type=radio]), select";
/** As browsers do, so that the last line stays in sight. */
const PAGE_SHARE = 0.875;
/** Frames until the panel of the filters is drawn, with room to spare. */
const MOST_FRAMES = 20;
/** A page that comes later than this from a slow server takes no focus. */
const PAGE_WITHIN_MS = 10_000;

/** The row that a key reached last, and those beside it: a row that leaves the document loses the focus. */
let last: {
  list: HTMLElement;
  row: HTMLElement;
  index: number;
  beside: readonly HTMLElement[];
} | null = null;

/** A page that was left by J or K, until the rows of the other one are drawn. */
interface LeftPage {
  list: HTMLElement;
  rows: readonly HTMLElement[];
  step: 1 | -1;
  untilMs: number;
}
let left: LeftPage | null = null;

/**
 * Runs a key on the list in use.
 *
 * @param key in lower case; `a` is pressed with the command key
 */
export function runListKey(key: string, { shiftKey, repeat }: { shiftKey: boolean; repeat: boolean }): void {
  const list = listAround(document.activeElement);
  if (key === "/") search(list);
  else if (key === "a") listInUse()?.selectAll?.();
  else if (list === null) return;
  else if (key === "j" || key === "k") {
    if (awaitsPage(list)) return;
    const step = key === "j" ? 1 : -1;
    // A held key stops at the end of a page, as it does at the end of a list.
    if (shiftKey || repeat || !turnPage(list, step)) move(list, step, shiftKey);
  } else if (opensRows(list)) {
    const row = rowOf(document.activeElement, list);
    if (key === " ") row?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
    else if (opensItself(list)) row?.click();
    else row?.querySelector<HTMLElement>("a, button, summary")?.click();
  }
}

/** Scrolls what is scrolled on this screen, by PageDown, PageUp, Home or End. */
export function scrollScreen(key: string): void {
  const screen = document.querySelector<HTMLElement>("main");
  if (screen === null) return;
  const box = [screen, ...screen.querySelectorAll<HTMLElement>("*")].find(isScrolled);
  if (box === undefined) return;
  if (key === "Home") box.scrollTop = 0;
  else if (key === "End") box.scrollTop = box.scrollHeight;
  else box.scrollTop += (key === "PageDown" ? 1 : -1) * PAGE_SHARE * box.clientHeight;
}

function isScrolled(element: HTMLElement): boolean {
  if (element.scrollHeight <= element.clientHeight) return false;
  return ["auto", "scroll"].includes(getComputedStyle(element).overflowY);
}

/** The keys that do something with the lists of the screen, or with its filters. */
export function keysOfLists(): readonly ("rows" | "selection" | "open" | "search")[] {
  const screen = document.querySelector("main");
  const lists = [...(screen?.querySelectorAll<HTMLElement>(LIST) ?? [])];
  if (screen === null) return [];
  return [
    ...(lists.length > 0 ? (["rows"] as const) : []),
    ...(lists.some(({ dataset }) => dataset.list === "selects") ? (["selection"] as const) : []),
    ...(lists.some(opensRows) ? (["open"] as const) : []),
    ...(isSearchable(screen) ? (["search"] as const) : []),
  ];
}

/** A press on a row of this list opens it. */
function opensItself(list: HTMLElement): boolean {
  return list.querySelector("[data-opens]") !== null;
}

/** Elsewhere the first button or the switch of a row acts at once, as to remove it, which a key on the row must not. */
function opensRows(list: HTMLElement): boolean {
  return list.dataset.list !== "acts";
}

function listAround(focused: Element | null): HTMLElement | null {
  const place = keysPlace(focused);
  const around = focused?.closest<HTMLElement>(LIST) ?? last?.list;
  if (around?.isConnected && place?.contains(around)) return around;
  return [...(place?.querySelectorAll<HTMLElement>(LIST) ?? [])].find(isSeen) ?? null;
}

function rowOf(element: Element | null, list: HTMLElement): HTMLElement | null {
  return rowsOf(list).find((row) => row.contains(element)) ?? null;
}

/** Where the focus is on the last row of a page, or on the first: shows the next page, or the one before. */
function turnPage(list: HTMLElement, step: 1 | -1): boolean {
  const rows = rowsOf(list);
  const row = rows.at(step === 1 ? -1 : 0);
  if (row === undefined || row !== rowOf(document.activeElement, list)) return false;
  const buttons = list.querySelectorAll<HTMLButtonElement>("[data-turns] > button");
  const button = [...buttons].at(step === 1 ? -1 : 0);
  if (button === undefined || button.disabled) return false;
  button.click();
  left = { list, rows, step, untilMs: performance.now() + PAGE_WITHIN_MS };
  land(left);
  return true;
}

/** Whether the rows are still those that were left: a step would leave the page that is on its way, too. */
function awaitsPage(list: HTMLElement): boolean {
  if (left?.list !== list) return false;
  const rows = rowsOf(list);
  return left.rows.every((row, at) => rows[at] === row);
}

/** Gives the focus to the row that the step reaches, once it is drawn. Rows of both pages may be drawn for a frame. */
function land(page: LeftPage): void {
  if (left !== page) return;
  const { list, step } = page;
  const rows = rowsOf(list);
  const row = rows.at(step === 1 ? 0 : -1);
  if (!list.isConnected || performance.now() > page.untilMs) left = null;
  else if (row === undefined || page.rows.includes(row)) requestAnimationFrame(() => land(page));
  else {
    left = null;
    const isInLeft = page.rows.some((before) => before.contains(document.activeElement));
    if (isInLeft || isFocusLost()) goTo(list, rows, rows.indexOf(row));
  }
}

/** Whether what had the focus has left the document. */
function isFocusLost(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || !focused.isConnected;
}

function goTo(list: HTMLElement, rows: readonly HTMLElement[], index: number): void {
  const row = rows[index];
  if (row === undefined) return;
  focusRow(row);
  row.scrollIntoView({ block: "nearest" });
  last = { list, row, index, beside: rows };
}

function move(list: HTMLElement, step: 1 | -1, extending: boolean): void {
  const rows = rowsOf(list);
  // The same element with other rows, as of another page, is another list.
  const before = last?.list === list && last.beside.some((row) => row.isConnected) ? last : null;
  const current = rowOf(document.activeElement, list) ?? (before?.row.isConnected ? before.row : null);
  const at = current === null ? -1 : rows.indexOf(current);
  // Where the row has left, another stands in its place; the first step lands on the first row.
  const wanted = at >= 0 ? at + step : (before?.index ?? 0);
  const index = Math.max(0, Math.min(wanted, rows.length - 1));
  const row = rows[index];
  goTo(list, rows, index);
  const [from, to] = [current?.dataset.row, row?.dataset.row];
  if (extending && from !== undefined && to !== undefined && from !== to) listInUse()?.extend?.(from, to);
}

/** The search field of the screen, else the first field of the list's filters. */
function search(list: HTMLElement | null): void {
  const place = keysPlace(document.activeElement);
  if (place === null || focusSearchField(place)) return;
  const button = (list ?? place).querySelector<HTMLElement>(SHOWS_FILTERS);
  const shown = button ?? place.querySelector<HTMLElement>(SHOWS_FILTERS);
  if (shown === null || !isSeen(shown)) return;
  shown.click();
  focusFirstField(place, MOST_FRAMES);
}

function focusSearchField(place: Element): boolean {
  const inBar = place.matches("main")
    ? document.querySelectorAll<HTMLInputElement>(`header ${SEARCH_FIELD}`)
    : [];
  const field = [...place.querySelectorAll<HTMLInputElement>(SEARCH_FIELD), ...inBar].find(isSeen);
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** In a panel over the list, or in one beside it. */
function focusFirstField(place: Element, frames: number): void {
  const field = document.querySelector<HTMLElement>(`[popover]:popover-open :is(${FIELD})`);
  if (field !== null) field.focus();
  else if (!focusSearchField(place) && frames > 0) {
    requestAnimationFrame(() => focusFirstField(place, frames - 1));
  }
}

function isSeen(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && element.closest("[popover]:not(:popover-open)") === null;
}
