import { useEffect, useEffectEvent } from "react";
import { whenIdle } from "../../../platform/when-idle.ts";
import {
  isCommand,
  isOverScreen,
  isShortcut,
  isWriting,
  listKeys,
  scrollsFocus,
} from "../../../state/keyboard-store.ts";
import { topmostDialog } from "../../../ui/layout/open-modals.ts";
import { commandOf, pressesFocus, type ReviewCommand } from "../actions/review-keys.ts";

/** A held key repeats moves but no actions. */
const REPEATS: ReadonlySet<ReviewCommand> = new Set(["down", "up", "undo", "redo", "extendDown", "extendUp"]);

interface ReviewShortcuts {
  run(command: ReviewCommand, event: KeyboardEvent): void;
  save(): void;
  /** Where nothing covers the offer to continue. */
  saveOrContinue(): void;
  selectAll(): void;
}

/** Listens for the keys of this screen while it is open, and lists them where `?` shows them. */
export function useReviewShortcuts({ run, save, saveOrContinue, selectAll }: ReviewShortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const held = isCommand(event) ? commandHeld(event) : null;
    if (held !== null) {
      // The browser's own: Enter presses the focused button, A marks the text of the page.
      event.preventDefault();
      if (event.repeat) return;
      if (held === "selectAll") selectAll();
      else if (isOverScreen(event)) save();
      else saveOrContinue();
      return;
    }
    const command = commandOf(event);
    if (command === null || !isShortcut(event) || pressesFocus(event.target, command)) return;
    if (scrollsFocus(event)) return;
    if (event.repeat && !REPEATS.has(command)) return;
    // Space and the arrows scroll by default, "/" opens the browser's search.
    if (command !== "clear") event.preventDefault();
    run(command, event);
  });
  useEffect(listReviewKeys, []);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

/** Enter saves also out of the search field; A belongs to the field that somebody writes in. */
function commandHeld(event: KeyboardEvent): "save" | "selectAll" | null {
  if (event.defaultPrevented) return null;
  if (event.key === "Enter") return savesHere(event) ? "save" : null;
  const isForList = event.key.toLowerCase() === "a" && !isWriting(event) && !isOverScreen(event);
  return isForList ? "selectAll" : null;
}

/** In the list, and in a dialog that shows unsaved actions or makes them. */
function savesHere(event: KeyboardEvent): boolean {
  if (!isOverScreen(event)) return true;
  const over = topmostDialog();
  return over !== null && (over.matches("[data-saves]") || over.querySelector("[data-saves]") !== null);
}

/** Adds the keys to the list that `?` shows, whose words are loaded once the page has nothing else to do. */
function listReviewKeys(): () => void {
  let isOpen = true;
  let end = () => {};
  whenIdle()
    .then(() => import("../actions/review-key-group.ts"))
    .then(({ REVIEW_KEY_GROUP }) => {
      if (isOpen) end = listKeys(REVIEW_KEY_GROUP);
    })
    // Without a connection the list names the keys that every list has.
    .catch(() => undefined);
  return () => {
    isOpen = false;
    end();
  };
}
