import { useSyncExternalStore } from "react";

/** Whether the theme that is painted now is dark; follows it. */
export function useDarkTheme(): boolean {
  return useSyncExternalStore(follow, () => document.documentElement.dataset.theme === "dark");
}

/** public/theme.js writes the theme on the root element, by choice or as the device says. */
function follow(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
