import { useEffect, useEffectEvent } from "react";

const GAP_PX = 6;
const EDGE_PX = 8;
/** What panels do not cover, at the bottom of the window. */
const FLOOR = "[data-floor]";

/** Places a panel under its anchor, or above it where there is more room, inside the viewport. */
export function placeBeside(panel: HTMLElement, anchor: Element, align: "start" | "end"): void {
  const box = anchor.getBoundingClientRect();
  const floor = floorUnder(box) - EDGE_PX;
  panel.style.setProperty("--room", `${floor - EDGE_PX}px`);
  const { offsetWidth: width, offsetHeight: height } = panel;
  const wanted = align === "end" ? box.right - width : box.left;
  const left = Math.max(EDGE_PX, Math.min(wanted, window.innerWidth - width - EDGE_PX));
  const below = box.bottom + GAP_PX;
  const fitsBelow = below + height <= floor;
  const top = fitsBelow || box.top < floor - box.bottom ? below : box.top - GAP_PX - height;
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(EDGE_PX, Math.min(top, floor - height))}px`;
}

/**
 * Keeps an open panel beside its anchor where the window is turned or resized, or the panel becomes larger.
 *
 * @param find the panel and its anchor, as far as they are in the document
 */
export function useKeptBeside(
  open: boolean,
  find: () => readonly [HTMLElement | null, Element | null | undefined],
  align: "start" | "end",
): void {
  const place = useEffectEvent(() => {
    const [panel, anchor] = find();
    if (panel && anchor && panel.offsetHeight > 0) placeBeside(panel, anchor, align);
  });
  const panelOf = useEffectEvent(() => find()[0]);
  useEffect(() => {
    const panel = panelOf();
    if (!open || panel === null) return;
    const onResize = () => place();
    window.addEventListener("resize", onResize);
    const resized = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(onResize);
    resized?.observe(panel);
    return () => {
      window.removeEventListener("resize", onResize);
      resized?.disconnect();
    };
  }, [open]);
}

/** The upper edge of what stands at the bottom of the window, for an anchor above it; else that of the window. */
function floorUnder(anchor: DOMRect): number {
  const floor = document.querySelector(FLOOR)?.getBoundingClientRect();
  const lies = floor !== undefined && floor.height > 0 && anchor.bottom <= floor.top;
  return lies ? floor.top : window.innerHeight;
}
