import { createRoot } from "react-dom/client";
import { HeatMap } from "../../../src/parts/map/heat-map.tsx";
import "../../../src/ui/tokens.css";
import "../../../src/ui/base.css";

export interface HeatPlaceShown {
  latitude: number | null;
  longitude: number | null;
  count: number;
}

const root = document.querySelector("#root");
if (!(root instanceof HTMLElement)) throw new Error("The page has no root.");
root.style.height = "600px";
const drawn = createRoot(root);
const NOTHING_OVER = { kind: "none" } as const;

/** Draws the heatmap over these places, for the test that opened this page. */
Object.assign(window, {
  showHeat: (places: readonly HeatPlaceShown[]) =>
    drawn.render(<HeatMap places={places} style="light" overlay={NOTHING_OVER} />),
});
