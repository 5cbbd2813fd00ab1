export const LIST = "[data-list]";

export function rowsOf(list: HTMLElement): HTMLElement[] {
  const rows = [...list.querySelectorAll<HTMLElement>("[data-row]")];
  return rows.length > 0 ? rows : [...list.querySelectorAll<HTMLElement>(":scope > li")];
}

/** Gives the focus to a row, without scrolling. */
export function focusRow(row: HTMLElement): void {
  if (!row.hasAttribute("tabindex")) row.tabIndex = -1;
  row.focus({ preventScroll: true });
}
