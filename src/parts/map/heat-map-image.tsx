import { createRoot } from "react-dom/client";
import type { HeatPlace } from "../../ui/map/heat-layer.tsx";
import { HeatMap } from "./heat-map.tsx";

/** For how long the ground of the map is awaited, ms; the heat is drawn without it then. */
const LONGEST_MS = 6_000;
const NOTHING_OVER = { kind: "none" } as const;

export interface HeatMapImage {
  /** A PNG as a data address. */
  data: string;
  /** Canvas pixels. */
  width: number;
  height: number;
}

/** Draws the heatmap out of sight, in light colours over the built-in map, which needs no connection. */
export async function heatMapImage(
  places: readonly HeatPlace[],
  widthPx: number,
  heightPx: number,
): Promise<HeatMapImage> {
  const frame = document.createElement("div");
  frame.inert = true;
  Object.assign(frame.style, {
    position: "fixed",
    top: "0",
    left: `${-2 * widthPx}px`,
    width: `${widthPx}px`,
    height: `${heightPx}px`,
  });
  document.body.append(frame);
  const root = createRoot(frame);
  try {
    await new Promise<void>((resolve) => {
      const watcher = new MutationObserver(() => {
        if (frame.querySelector("[data-ground=drawn]") !== null) drawn();
      });
      const timer = setTimeout(() => drawn(), LONGEST_MS);
      const drawn = () => {
        clearTimeout(timer);
        watcher.disconnect();
        resolve();
      };
      watcher.observe(frame, { attributes: true, subtree: true, attributeFilter: ["data-ground"] });
      root.render(<HeatMap places={places} style="light" overlay={NOTHING_OVER} onProblem={drawn} />);
    });
    // The heat is painted in a frame of its own.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return joined(frame);
  } finally {
    root.unmount();
    frame.remove();
  }
}

/** One picture of all canvases of a map, which lie over each other in the order of the document. */
function joined(frame: HTMLElement): HeatMapImage {
  const canvas = document.createElement("canvas");
  const place = frame.getBoundingClientRect();
  const pixelRatio = Math.min(2, Math.max(1, window.devicePixelRatio));
  canvas.width = Math.round(place.width * pixelRatio);
  canvas.height = Math.round(place.height * pixelRatio);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no pictures.");
  context.scale(pixelRatio, pixelRatio);
  const map = frame.querySelector<HTMLElement>("[data-zoom]");
  context.fillStyle = map?.style.background || "#ffffff";
  context.fillRect(0, 0, place.width, place.height);
  for (const pane of ["tile", "labels", "overlay"]) {
    for (const part of frame.querySelectorAll<HTMLCanvasElement>(`.leaflet-${pane}-pane canvas`)) {
      const { left, top, width, height } = part.getBoundingClientRect();
      context.drawImage(part, left - place.left, top - place.top, width, height);
    }
  }
  return { data: canvas.toDataURL("image/png"), width: canvas.width, height: canvas.height };
}
