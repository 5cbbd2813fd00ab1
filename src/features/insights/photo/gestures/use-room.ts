import type { RefObject } from "react";
import { useMeasure } from "../../../../ui/use-measure.ts";
import type { Size } from "./zoom.ts";

const NONE: Size = { width: 0, height: 0 };

/** Size of an element in CSS pixels; 0 × 0 before it is laid out. */
export function useRoom(ref: RefObject<HTMLElement | null>): Size {
  return useMeasure(ref, sizeOf, NONE);
}

function sizeOf({ clientWidth: width, clientHeight: height }: HTMLElement): Size {
  return { width, height };
}
