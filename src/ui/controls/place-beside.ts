const GAP_PX = 6;
const EDGE_PX = 8;

/** Places a panel under its anchor, or above it where there is more room, inside the viewport. */
export function placeBeside(panel: HTMLElement, anchor: Element, align: "start" | "end"): void {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const wanted = align === "end" ? box.right - width : box.left;
  const left = Math.max(EDGE_PX, Math.min(wanted, window.innerWidth - width - EDGE_PX));
  const below = box.bottom + GAP_PX;
  const fitsBelow = below + height <= window.innerHeight - EDGE_PX;
  const top = fitsBelow || box.top < window.innerHeight - box.bottom ? below : box.top - GAP_PX - height;
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(EDGE_PX, Math.min(top, window.innerHeight - height - EDGE_PX))}px`;
}
