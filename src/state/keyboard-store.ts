import { createStore } from "zustand/vanilla";
import { browserLocalValues, LOCAL_KEYS } from "../platform/stored-values.ts";

/** One line of the list of keys: any of `keys` does what the sentence says. */
export interface KeyLine {
  keys: readonly string[];
  does: string;
}

export interface KeyGroup {
  title: string;
  lines: readonly KeyLine[];
}

const values = browserLocalValues();

interface KeyboardState {
  /** Whether shortcuts of one printable key work; some people turn them off (WCAG 2.1.4). */
  singleKeys: boolean;
  /** The keys of the open screen, for the list that `?` shows. */
  groups: readonly KeyGroup[];
  /** Letters typed after the key of the command palette and before its field is there. */
  typedAhead: string;
}

export const keyboardStore = createStore<KeyboardState>(() => ({
  singleKeys: values.get(LOCAL_KEYS.singleKeys) !== "off",
  groups: [],
  typedAhead: "",
}));

/** Stands for the Enter key among the letters that are kept for the command palette, as the last of them. */
export const TYPED_ENTER = "\n";

/** Keeps a letter for the field of the command palette, or its Enter, after which no letter counts. */
export function typeAhead(letter: string): void {
  keyboardStore.setState(({ typedAhead }) => ({
    typedAhead: typedAhead.endsWith(TYPED_ENTER) ? typedAhead : typedAhead + letter,
  }));
}

/** Takes the letters kept by `typeAhead`; the next call answers none of them. */
export function takeTypedAhead(): string {
  const { typedAhead } = keyboardStore.getState();
  if (typedAhead !== "") keyboardStore.setState({ typedAhead: "" });
  return typedAhead;
}

export function setSingleKeys(singleKeys: boolean): void {
  values.set(LOCAL_KEYS.singleKeys, singleKeys ? "on" : "off");
  keyboardStore.setState({ singleKeys });
}

/** Adds a screen's keys to the list while it is open. Returns the way to take them off: fit for an effect. */
export function listKeys(group: KeyGroup): () => void {
  keyboardStore.setState(({ groups }) => ({ groups: [...groups, group] }));
  return () =>
    keyboardStore.setState(({ groups }) => ({ groups: groups.filter((other) => other !== group) }));
}

/** The key for commands: on a Mac Cmd, because Ctrl moves the cursor in its fields. */
const isMac = /^Mac|^iP/.test(globalThis.navigator?.platform ?? "");
export const COMMAND_KEY = isMac ? "⌘" : "Ctrl";

/** Whether the command key is held alone. */
export function isCommand({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
}

/** Whether the event comes out of a field that somebody writes in. */
export function isWriting({ target }: Event): boolean {
  const writes =
    'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="button"])';
  return target instanceof Element && target.closest(writes) !== null;
}

/**
 * Whether a dialog or a menu lies over the screen. An open dialog is asked for besides the event: where its focused
 * button goes, the focus falls to the body, and a key must not act on the screen behind.
 */
export function isOverScreen({ target }: Event): boolean {
  const isInside = target instanceof Element && target.closest("dialog, [popover]") !== null;
  return isInside || document.querySelector("dialog[open]") !== null;
}

/** Whether an arrow scrolls the focused part of the screen, which is higher than its room. */
export function scrollsFocus({ target, key }: Pick<KeyboardEvent, "target" | "key">): boolean {
  if (key !== "ArrowUp" && key !== "ArrowDown") return false;
  if (!(target instanceof HTMLElement) || !target.matches('section[tabindex="0"]')) return false;
  return target.scrollHeight > target.clientHeight;
}

/** Whether a key is pressed alone and unused; Shift is allowed, because `?` needs it. */
export function isAlone(event: KeyboardEvent): boolean {
  const { defaultPrevented, ctrlKey, metaKey, altKey, isComposing } = event;
  return !(defaultPrevented || ctrlKey || metaKey || altKey || isComposing);
}

/** Whether a key press is a shortcut, of a dialog too: not while somebody writes, not with a modifier of the browser. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const isOff = event.key.length === 1 && !keyboardStore.getState().singleKeys;
  return isAlone(event) && !isOff && !isWriting(event);
}

/** Whether a key press is a shortcut of the screen: not in a menu or a dialog over it. */
export function isShortcut(event: KeyboardEvent): boolean {
  return isSingleKey(event) && !isOverScreen(event);
}
