import { useEffect, useEffectEvent } from "react";
import { isShortcut, listKeys } from "../../../state/keyboard-store.ts";
import { commandOf, pressesFocus, REVIEW_KEY_GROUP, type ReviewCommand } from "../actions/review-keys.ts";

/** A held key repeats moves but no actions. */
const REPEATS: ReadonlySet<ReviewCommand> = new Set(["down", "up", "undo", "redo"]);

/** Listens for the keys of this screen while it is open, and lists them where `?` shows them. */
export function useReviewShortcuts(run: (command: ReviewCommand, event: KeyboardEvent) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event);
    if (command === null || !isShortcut(event) || pressesFocus(event.target, command)) return;
    if (event.repeat && !REPEATS.has(command)) return;
    // Space and the arrows scroll by default, "/" opens the browser's search.
    if (command !== "clear") event.preventDefault();
    run(command, event);
  });
  useEffect(() => listKeys(REVIEW_KEY_GROUP), []);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
