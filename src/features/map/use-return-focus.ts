import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Gives back the focus that goes with a card: to the marker or the line of the list that it was opened from, or else to
 * the map. Focus that went elsewhere stays there.
 *
 * @param openId whose card is open; null for none
 * @returns called with where a card is opened from
 */
export function useReturnFocus(
  frame: RefObject<HTMLElement | null>,
  openId: string | null,
): (from: "marker" | "line") => void {
  const opener = useRef<"marker" | "line">("marker");
  const before = useRef(openId);
  useEffect(() => {
    const closed = before.current;
    before.current = openId;
    if (closed === null || openId !== null || document.activeElement !== document.body) return;
    const id = CSS.escape(closed);
    const line = frame.current?.querySelector<HTMLElement>(`[data-line="${id}"]`);
    const marker = frame.current?.querySelector<HTMLElement>(`[data-device="${id}"]`);
    const [first, second] = opener.current === "line" ? [line, marker] : [marker, line];
    const map = frame.current?.querySelector<HTMLElement>(".leaflet-container");
    (first ?? second ?? map)?.focus({ preventScroll: true });
  }, [frame, openId]);
  return useCallback((from) => {
    opener.current = from;
  }, []);
}
