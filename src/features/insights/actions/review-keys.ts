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

/** Whether Enter or the space bar is for the focused element, or the panel with it, instead of for the current row. */
export function pressesFocus(target: EventTarget | null, command: ReviewCommand): boolean {
  const presses = command === "open" || command === "select";
  return (
    presses && target instanceof Element && target.closest("button, a, input, summary, label, aside") !== null
  );
}
