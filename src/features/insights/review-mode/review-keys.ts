import type { ReviewAction } from "../../../domain/insight/insight.ts";
import { reviewModeMessages } from "../../../messages/insights/review-mode.ts";

const { keyLines: does } = reviewModeMessages;

export type ModeCommand =
  | { kind: "act"; action: ReviewAction }
  | { kind: "move"; step: 1 | -1 }
  /** Past the ends of a burst to its neighbours. */
  | { kind: "frame"; step: 1 | -1 }
  | { kind: "zoom"; to: "in" | "out" | "rest" }
  | {
      kind:
        | "clear"
        | "undo"
        | "redo"
        | "repeat"
        | "base"
        | "boxes"
        | "bursts"
        | "brighten"
        | "skip"
        | "save"
        | "keys";
    };

const COMMANDS: Readonly<Record<string, ModeCommand>> = {
  a: { kind: "act", action: "acknowledge" },
  f: { kind: "act", action: "favorite" },
  x: { kind: "act", action: "archive" },
  j: { kind: "move", step: 1 },
  k: { kind: "move", step: -1 },
  arrowdown: { kind: "move", step: 1 },
  arrowup: { kind: "move", step: -1 },
  arrowright: { kind: "frame", step: 1 },
  arrowleft: { kind: "frame", step: -1 },
  c: { kind: "clear" },
  z: { kind: "undo" },
  ".": { kind: "repeat" },
  "+": { kind: "zoom", to: "in" },
  "=": { kind: "zoom", to: "in" },
  "-": { kind: "zoom", to: "out" },
  "0": { kind: "zoom", to: "rest" },
  w: { kind: "base" },
  b: { kind: "boxes" },
  g: { kind: "bursts" },
  l: { kind: "brighten" },
  n: { kind: "skip" },
  "?": { kind: "keys" },
};

export interface PressedKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
}

/**
 * Null for a key without a command. A held key repeats moves, zoom and undo, but no actions.
 *
 * @param singleKeys false ignores printable keys
 */
export function modeCommandOf(pressed: PressedKey, singleKeys: boolean): ModeCommand | null {
  if (pressed.key === "Enter" && (pressed.ctrlKey || pressed.metaKey)) {
    return pressed.repeat ? null : { kind: "save" };
  }
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (pressed.key.length === 1 && !singleKeys) return null;
  const command = COMMANDS[pressed.key.toLowerCase()] ?? null;
  if (command === null) return null;
  if (command.kind === "undo") return { kind: pressed.shiftKey ? "redo" : "undo" };
  const once = ["act", "clear", "repeat", "boxes", "bursts", "brighten", "skip"].includes(command.kind);
  return once && pressed.repeat ? null : command;
}

/** One function for each command; the name of a command is its kind. */
export interface ReviewModeCommands {
  act(action: ReviewAction): void;
  clear(): void;
  move(step: 1 | -1): void;
  frame(step: 1 | -1): void;
  undo(): void;
  redo(): void;
  repeat(): void;
  zoom(to: "in" | "out" | "rest"): void;
  boxes(): void;
  bursts(): void;
  brighten(): void;
  skip(): void;
  save(): void;
  base(): void;
  keys(): void;
}

export function runModeCommand(command: ModeCommand, commands: ReviewModeCommands): void {
  if (command.kind === "act") commands.act(command.action);
  else if (command.kind === "move" || command.kind === "frame") commands[command.kind](command.step);
  else if (command.kind === "zoom") commands.zoom(command.to);
  else commands[command.kind]();
}

/** The lines of the list of keys. */
export const MODE_KEY_LINES: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["A"], does: does.acknowledge },
  { keys: ["X"], does: does.archive },
  { keys: ["F"], does: does.favorite },
  { keys: ["C"], does: does.clear },
  { keys: ["J", "↓"], does: reviewModeMessages.next },
  { keys: ["K", "↑"], does: reviewModeMessages.previous },
  { keys: ["←", "→"], does: does.frames },
  { keys: ["Z"], does: does.undo },
  { keys: ["Shift+Z"], does: does.redo },
  { keys: ["."], does: does.repeat },
  { keys: ["+", "-", "0"], does: does.zoom },
  { keys: ["W"], does: does.fill },
  { keys: ["B"], does: does.boxes },
  { keys: ["L"], does: does.brighten },
  { keys: ["N"], does: does.skip },
  { keys: ["G"], does: does.bursts },
  { keys: ["Ctrl+Enter"], does: does.save },
  { keys: ["Esc"], does: does.leave },
];
