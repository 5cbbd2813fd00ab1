import { useEffect } from "react";
import type { Tab } from "../../domain/account/role.ts";
import { isShortcut } from "../../state/keyboard-store.ts";

/** After `g`, these letters lead to a tab. */
export const GO_TO_KEYS: Readonly<Record<string, Tab>> = {
  d: "dashboard",
  i: "insights",
  m: "map",
  a: "alerts",
};
const SECOND_KEY_WITHIN_MS = 1500;

interface ShellKeyActs {
  goTo(tab: Tab): void;
  toggleNavigation(): void;
  showKeys(): void;
}

/** The keys that work on every screen: `?`, `[`, and `g` with a letter. */
export function useShellKeys({ goTo, toggleNavigation, showKeys }: ShellKeyActs): void {
  useEffect(() => {
    let goneAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
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
  }, [goTo, toggleNavigation, showKeys]);
}
