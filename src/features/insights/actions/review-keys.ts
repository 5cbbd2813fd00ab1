import { insightsMessages } from "../../../messages/insights/insights.ts";
import { COMMAND_KEY, type KeyGroup } from "../../../state/keyboard-store.ts";

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
    { keys: ["Shift+J", "Shift+K"], does: keys.extend },
    { keys: [`${COMMAND_KEY}+A`], does: keys.selectAll },
    { keys: [`${COMMAND_KEY}+Enter`], does: keys.save },
    { keys: ["Z"], does: keys.undo },
    { keys: ["Shift+Z"], does: keys.redo },
    { keys: ["."], does: keys.repeat },
    { keys: ["/"], does: keys.search },
    { keys: ["Enter"], does: keys.open },
    { keys: ["B"], does: keys.boxes },
    { keys: ["L"], does: keys.brighten },
    { keys: ["N"], does: keys.skip },
    { keys: ["Esc"], does: keys.clear },
  ],
};

export type ReviewCommand =
  | "down"
  | "up"
  | "extendDown"
  | "extendUp"
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

const BY_SHIFTED_KEY: Readonly<Record<string, ReviewCommand>> = {
  j: "extendDown",
  k: "extendUp",
  z: "redo",
};

/** Null for a key without a command. */
export function commandOf(pressed: { key: string; shiftKey: boolean }): ReviewCommand | null {
  const key = pressed.key.toLowerCase();
  const command = (pressed.shiftKey ? BY_SHIFTED_KEY[key] : undefined) ?? BY_KEY[key];
  return command ?? null;
}

/** Whether Enter or the space bar presses the focused element instead of acting on the current row. */
export function pressesFocus(target: EventTarget | null, command: ReviewCommand): boolean {
  const presses = command === "open" || command === "select";
  return presses && target instanceof Element && target.closest("button, a, input, summary, label") !== null;
}
