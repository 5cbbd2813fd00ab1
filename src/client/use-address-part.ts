import { useCallback } from "react";
import { useSearchParams } from "wouter";

/** Marks the history entries that opening a dialog or panel has added: going back from one closes it. */
const MARK = "openedHere";

/**
 * The dialog or panel that is open over a screen, as a part of the query string: a link opens it, and Back closes it.
 *
 * @returns what is open, null for nothing; `close` goes back where opening it was the latest step
 */
export function useAddressPart(parameter: string): {
  open: string | null;
  show(value: string, options?: { replace: boolean }): void;
  close(): void;
} {
  const [search, setSearch] = useSearchParams();
  const show = useCallback(
    (value: string, options?: { replace: boolean }) =>
      setSearch(
        (before) => {
          const written = new URLSearchParams(before);
          written.set(parameter, value);
          return written;
        },
        // A replaced entry keeps its mark: it is still the step that opened something.
        options?.replace
          ? { replace: true, state: history.state }
          : { state: { ...history.state, [MARK]: parameter } },
      ),
    [parameter, setSearch],
  );
  const close = useCallback(() => {
    if (history.state?.[MARK] === parameter) return history.back();
    setSearch(
      (before) => {
        const written = new URLSearchParams(before);
        written.delete(parameter);
        return written;
      },
      { replace: true },
    );
  }, [parameter, setSearch]);
  return { open: search.get(parameter), show, close };
}
