import { boxInPicture, type FractionBox } from "../../domain/insight/detection-box.ts";

/** Wildlife Insights: `[ymin, xmin, ymax, xmax]` as fractions. */
export function boxFromEdges(top: number, left: number, bottom: number, right: number): FractionBox | null {
  return boxInPicture(left, top, rounded(right - left), rounded(bottom - top));
}

/**
 * The boxes in a cell of Wildlife Insights, a PostgreSQL array of JSON texts:
 * `{"{\"detectionBox\":[0.52,0.001,0.96,0.32]}"}`. Null stands for each entry that is no box.
 */
export function parseDetectionBoxes(cell: string): Array<FractionBox | null> {
  const entries = cell.match(/\{\s*\\?"detectionBox\\?"\s*:\s*\[[^\]]*\]/g);
  if (entries === null) return [null];
  return entries.map((entry) => {
    const numbers = entry.slice(entry.indexOf("[") + 1, -1).split(",");
    const [top, left, bottom, right] = numbers.map((part) =>
      part.trim() === "" ? Number.NaN : Number(part),
    );
    if (numbers.length !== 4) return null;
    return boxFromEdges(top ?? Number.NaN, left ?? Number.NaN, bottom ?? Number.NaN, right ?? Number.NaN);
  });
}

/** Differences of decimals without the tail that binary numbers give them. */
function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
