import { useCallback } from "react";
import { useSearchParams } from "wouter";

/** The parts of an address that open something over a screen. The others filter and sort what it shows. */
const OVERLAY_PARTS = [
  "alert",
  "alg",
  "assign",
  "details",
  "device",
  "devices",
  "group",
  "image",
  "integration",
  "release",
  "review",
  "settings",
  "update",
] as const;
export type OverlayPart = (typeof OVERLAY_PARTS)[number];

/** Marks the history entries that opening a dialog or panel has added: going back from one closes it. */
const MARK = "openedHere";

/**
 * The dialog or panel that is open over a screen, as a part of the query string: a link opens it, and Back closes it.
 *
 * @returns what is open, null for nothing; `close` goes back where opening it was the latest step
 */
export function useAddressPart(parameter: OverlayPart): {
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

/** Whether this query string opens something over its screen. */
export function opensOverlay(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return OVERLAY_PARTS.some((part) => parameters.has(part));
}

/** The query string of the screen alone. */
export function withoutOverlays(search: string): URLSearchParams {
  const parameters = new URLSearchParams(search);
  for (const part of OVERLAY_PARTS) parameters.delete(part);
  return parameters;
}
