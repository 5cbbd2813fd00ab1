import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { KeyGroup } from "../../../state/keyboard-store.ts";

const { keys } = insightsMessages;

export const REVIEW_KEY_GROUP: KeyGroup = {
  title: keys.group,
  lines: [
    { keys: ["J", "↓"], does: keys.down },
    { keys: ["K", "↑"], does: keys.up },
    { keys: ["A"], does: keys.acknowledge },
    { keys: ["F"], does: keys.favorite },
    { keys: ["X"], does: keys.archive },
    { keys: ["Space"], does: keys.select },
    { keys: ["Z"], does: keys.undo },
    { keys: ["Shift+Z"], does: keys.redo },
    { keys: ["."], does: keys.repeat },
    { keys: ["/"], does: keys.search },
    { keys: ["Enter"], does: keys.open },
    { keys: ["B"], does: keys.boxes },
    { keys: ["Esc"], does: keys.clear },
  ],
};

export type ReviewCommand =
  | "down"
  | "up"
  | "acknowledge"
  | "favorite"
  | "archive"
  | "select"
  | "undo"
  | "redo"
  | "repeat"
  | "search"
  | "open"
  | "clear";

const BY_KEY: Readonly<Record<string, ReviewCommand>> = {
  j: "down",
  arrowdown: "down",
  k: "up",
  arrowup: "up",
  a: "acknowledge",
  f: "favorite",
  x: "archive",
  " ": "select",
  z: "undo",
  ".": "repeat",
  "/": "search",
  enter: "open",
  escape: "clear",
};

/** Null for a key without a command. */
export function commandOf(pressed: { key: string; shiftKey: boolean }): ReviewCommand | null {
  const command = BY_KEY[pressed.key.toLowerCase()] ?? null;
  return command === "undo" && pressed.shiftKey ? "redo" : command;
}

/** Whether Enter or the space bar presses the focused element instead of acting on the current row. */
export function pressesFocus(target: EventTarget | null, command: ReviewCommand): boolean {
  const presses = command === "open" || command === "select";
  return presses && target instanceof Element && target.closest("button, a, input, summary, label") !== null;
}
