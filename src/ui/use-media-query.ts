import { useCallback, useMemo, useSyncExternalStore } from "react";

export function useMediaQuery(query: string): boolean {
  // Created and read once: both force a style recalculation.
  const known = useMemo(() => {
    const list = window.matchMedia(query);
    return { list, matches: list.matches };
  }, [query]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const read = () => {
        known.matches = known.list.matches;
        listener();
      };
      known.list.addEventListener("change", read);
      // It may have changed between the drawing and now.
      known.matches = known.list.matches;
      return () => known.list.removeEventListener("change", read);
    },
    [known],
  );
  return useSyncExternalStore(subscribe, () => known.matches);
}
