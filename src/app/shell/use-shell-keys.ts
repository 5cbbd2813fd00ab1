import { useEffect } from "react";
import type { Tab } from "../../domain/account/role.ts";
import {
  isCommand,
  isOverScreen,
  isShortcut,
  isWriting,
  takeTypedAhead,
  typeAhead,
} from "../../state/keyboard-store.ts";

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

/**
 * The keys that work on every screen: `?`, `[`, `g` with a letter and the command palette, and those of a list that has
 * none of its own.
 */
export function useShellKeys(acts: ShellKeyActs): void {
  const { asksPalette, goTo, toggleNavigation, showKeys, showPalette } = acts;
  useEffect(() => {
    let goneAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isCommand(event) && event.key.toLowerCase() === "k" && !isOverScreen(event)) {
        event.preventDefault();
        if (!asksPalette) takeTypedAhead();
        showPalette();
      }
      if (!isShortcut(event)) return;
      if (asksPalette && event.key.length === 1) {
        event.stopImmediatePropagation();
        event.preventDefault();
        typeAhead(event.key);
        return;
      }
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
      if (!isListKey(event)) return;
      // Now: once the code below is loaded, the browser has taken the key.
      event.preventDefault();
      import("./list-keys.ts").then(
        ({ runListKey }) => runListKey(event.key.toLowerCase(), event.shiftKey),
        () => undefined,
      );
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Whether the key is for a list that has no keys of its own. */
function isListKey(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (isCommand(event)) {
    const selects = key === "a" && !event.defaultPrevented && !isWriting(event) && !isOverScreen(event);
    return selects && document.querySelector("main [data-list=selects]") !== null;
  }
  if (!LIST_KEYS.includes(key) || !isShortcut(event)) return false;
  const list = document.querySelector("main [data-list]");
  const onRow = event.target instanceof Element && event.target.matches("[data-row], [data-list] > li");
  return list !== null && (onRow || (key !== " " && key !== "enter"));
}
