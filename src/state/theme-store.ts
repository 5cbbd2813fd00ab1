import { createStore } from "zustand/vanilla";
import { browserLocalValues, LOCAL_KEYS } from "../platform/stored-values.ts";

export const THEME_CHOICES = ["system", "light", "dark", "outdoor"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** public/theme.js sets the theme before the first paint, and again on this event. */
const THEME_EVENT = "understory-theme";

const values = browserLocalValues();

export const themeStore = createStore<{ choice: ThemeChoice }>(() => ({
  choice: asThemeChoice(values.get(LOCAL_KEYS.theme)),
}));

export function chooseTheme(choice: ThemeChoice): void {
  values.set(LOCAL_KEYS.theme, choice);
  window.dispatchEvent(new CustomEvent(THEME_EVENT, { detail: choice }));
  themeStore.setState({ choice });
}

function asThemeChoice(stored: string | null): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === stored) ?? "system";
}
