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
}

export const keyboardStore = createStore<KeyboardState>(() => ({
  singleKeys: values.get(LOCAL_KEYS.singleKeys) !== "off",
  groups: [],
}));

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

/**
 * Whether a key press is a shortcut: not while somebody writes, not in a menu or a dialog, not with a modifier
 * that belongs to the browser. Shift is allowed, because `?` needs it.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false;
  if (event.key.length === 1 && !keyboardStore.getState().singleKeys) return false;
  const target = event.target;
  if (!(target instanceof Element)) return true;
  const writes = target.closest(
    'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="button"])',
  );
  return writes === null && target.closest("dialog, [popover]") === null;
}
