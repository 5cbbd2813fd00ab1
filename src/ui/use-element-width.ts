import type { RefObject } from "react";
import { useMeasure } from "./use-measure.ts";

/** The width of an element in CSS pixels; follows it. Null before it is measured. */
export function useElementWidth(ref: RefObject<HTMLElement | null>): number | null {
  return useMeasure(ref, widthOf, null);
}

function widthOf(element: HTMLElement): number | null {
  return element.clientWidth;
}
