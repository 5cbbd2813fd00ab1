import { useEffect, useState } from "react";
import { type ChartPalette, readPalette } from "./chart-palette.ts";

/** The palette of the theme that is shown; follows it. */
export function useChartPalette(): ChartPalette {
  const [palette, setPalette] = useState(() => readPalette());
  useEffect(() => {
    const watcher = new MutationObserver(() => setPalette(readPalette()));
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => watcher.disconnect();
  }, []);
  return palette;
}
