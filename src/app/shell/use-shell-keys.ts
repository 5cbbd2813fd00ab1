import { useEffect } from "react";
import type { Tab } from "../../domain/account/role.ts";
import {
  isAlone,
  isCommand,
  isOverScreen,
  isShortcut,
  isSingleKey,
  isWriting,
  TYPED_ENTER,
  takeTypedAhead,
  typeAhead,
} from "../../state/keyboard-store.ts";
import { LIST } from "../../ui/lists/list-rows.ts";
import { isSearchable, keysPlace } from "./keys-place.ts";

/** After `g`, these letters lead to a tab. */
export const GO_TO_KEYS: Readonly<Record<string, Tab>> = {
  d: "dashboard",
  i: "insights",
  m: "map",
  a: "alerts",
};
const SECOND_KEY_WITHIN_MS = 1500;

interface ShellKeyActs {
  /** Whether the palette was asked for: until its code is there, letters are for its field and act on no list. */
  asksPalette: boolean;
  goTo(tab: Tab): void;
  toggleNavigation(): void;
  showKeys(): void;
  showPalette(): void;
}

const LIST_KEYS = ["j", "k", "/", " ", "enter"];
const SCROLL_KEYS = ["PageDown", "PageUp", "Home", "End"];

/**
 * The keys that work on every screen: `?`, `[`, `g` with a letter and the command palette, and those of a list that has
 * none of its own.
 */
export function useShellKeys(acts: ShellKeyActs): void {
  const { asksPalette, goTo, toggleNavigation, showKeys, showPalette } = acts;
  useEffect(() => {
    let goneAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isCommand(event) && event.key.toLowerCase() === "k" && mayAskPalette()) {
        event.preventDefault();
        if (!asksPalette) takeTypedAhead();
        leavePanel(event);
        showPalette();
      }
      if (asksPalette && isForPalette(event)) {
        event.stopImmediatePropagation();
        event.preventDefault();
        typeAhead(event.key === "Enter" ? TYPED_ENTER : event.key);
        return;
      }
      if (!isShortcut(event)) return;
      const tab = event.timeStamp - goneAt < SECOND_KEY_WITHIN_MS ? GO_TO_KEYS[event.key] : undefined;
      goneAt = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (tab !== undefined) {
        // The second key is used up: a screen's own meaning of the letter must not follow.
        event.stopImmediatePropagation();
        event.preventDefault();
        goTo(tab);
      } else if (event.key === "?") showKeys();
      else if (event.key === "[") toggleNavigation();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [asksPalette, goTo, toggleNavigation, showKeys, showPalette]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const scrolls = isForScreen(event);
      if (!scrolls && !isListKey(event)) return;
      // Now: once the code below is loaded, the browser has taken the key.
      event.preventDefault();
      import("./list-keys.ts").then(
        ({ runListKey, scrollScreen }) =>
          scrolls ? scrollScreen(event.key) : runListKey(event.key.toLowerCase(), event),
        () => undefined,
      );
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** A dialog over the screen would lose what was typed into it, except one that says that commands are for it too. */
function mayAskPalette(): boolean {
  return document.querySelector("dialog[open]:not([data-commands])") === null;
}

/**
 * Closes the panel around the key before the palette is opened, so that the panel gives the focus to its button, to which
 * the palette returns it. Opening a modal dialog would close the panel too, and leave no visible field to return to.
 * Toasts, which no dialog closes, give the focus back the same way and stay.
 */
function leavePanel({ target }: Event): void {
  const panel = target instanceof Element ? target.closest<HTMLElement>("[popover]") : null;
  panel?.hidePopover();
  if (panel?.matches("[popover=manual]")) panel.showPopover();
}

/** Whether the key is one for the palette's field, which is not drawn yet, or stands in a dialog that is not open yet. */
function isForPalette(event: KeyboardEvent): boolean {
  if (!isAlone(event) || document.querySelector("dialog[open] [role=combobox]") !== null) return false;
  return event.key.length === 1 || event.key === "Enter";
}

/**
 * Whether the key scrolls and nothing has the focus, as before the first step in a list or after the focused row was
 * scrolled away. The browser would scroll the document, which is never higher than the window.
 */
function isForScreen(event: KeyboardEvent): boolean {
  return event.target === document.body && SCROLL_KEYS.includes(event.key) && isShortcut(event);
}

/** Whether the key is for a list that has no keys of its own. */
function isListKey(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (isCommand(event)) {
    const selects = key === "a" && !event.defaultPrevented && !isWriting(event) && !isOverScreen(event);
    return selects && document.querySelector("main [data-list=selects]") !== null;
  }
  if (!LIST_KEYS.includes(key) || !isSingleKey(event)) return false;
  const target = event.target instanceof Element ? event.target : null;
  const place = keysPlace(target);
  if (place === null) return false;
  if (key === "/") return isSearchable(place);
  if (place.querySelector(LIST) === null) return false;
  if (key !== " " && key !== "enter") return true;
  // Controls of a row in a list that acts change data on the server at once. The space bar scrolls there, as in a row
  // without a checkbox.
  if (target?.matches("[data-row], [data-list]:not([data-list=acts]) > li") !== true) return false;
  return key === "enter" || target.querySelector("input[type=checkbox]") !== null;
}
