import type { RefObject } from "react";
import { useMeasure } from "../use-measure.ts";
import { LETTERS_PX } from "./columns-that-fit.ts";

/**
 * The width of an element in CSS pixels of its text at 13 px, because the outdoor theme has larger letters; follows
 * its width. Null before it is measured, and where it is not drawn.
 */
export function useRoom(ref: RefObject<HTMLElement | null>): number | null {
  return useMeasure(ref, roomOf, null);
}

function roomOf(element: HTMLElement): number | null {
  const lettersPx = Number.parseFloat(getComputedStyle(element).fontSize) || LETTERS_PX;
  return element.clientWidth === 0 ? null : (element.clientWidth * LETTERS_PX) / lettersPx;
}
