import { topmostDialog } from "../../ui/layout/open-modals.ts";
import { LIST } from "../../ui/lists/list-rows.ts";

export const SEARCH_FIELD = "input[type=search]";
export const SHOWS_FILTERS = "[data-list-filters]";

/** Where the keys of lists work: the dialog or panel around the element, else the topmost dialog, else the screen. */
export function keysPlace(focused: Element | null): Element | null {
  return focused?.closest("dialog, [popover]") ?? topmostDialog() ?? document.querySelector("main");
}

/**
 * Whether `/` leads to the filters, or to the search field of a list, which may stand in the bar above the screen. Where
 * there is neither a button of filters nor such a list, the key is the screen's own, as on that of insights.
 */
export function isSearchable(place: Element): boolean {
  if (place.querySelector(SHOWS_FILTERS) !== null) return true;
  if (place.querySelector(LIST) === null) return false;
  if (place.querySelector(SEARCH_FIELD) !== null) return true;
  return place.matches("main") && document.querySelector(`header ${SEARCH_FIELD}`) !== null;
}
