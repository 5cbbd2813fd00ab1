import { topmostDialog } from "../../ui/layout/open-modals.ts";

export const LIST = "[data-list]";
export const SEARCH_FIELD = "input[type=search]";
export const SHOWS_FILTERS = "[data-list-filters]";

/** Where the keys of lists work: the dialog or panel around the element, else the topmost dialog, else the screen. */
export function keysPlace(focused: Element | null): Element | null {
  return focused?.closest("dialog, [popover]") ?? topmostDialog() ?? document.querySelector("main");
}

/** Whether `/` has a field to go to. The search field of a screen may stand in the bar above it. */
export function isSearchable(place: Element): boolean {
  if (place.querySelector(`${SEARCH_FIELD}, ${SHOWS_FILTERS}`) !== null) return true;
  return place.matches("main") && document.querySelector(`header ${SEARCH_FIELD}`) !== null;
}
