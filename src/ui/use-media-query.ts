import { useCallback, useMemo, useSyncExternalStore } from "react";

/** Whether a media query holds now; follows it. */
export function useMediaQuery(query: string): boolean {
  // Made once: to make one has the browser style the page at once.
  const list = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (listener: () => void) => {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
