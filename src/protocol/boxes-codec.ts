import {
  BOXES_SHOWN,
  boxesToShow,
  boxInPicture,
  type DetectionBox,
} from "../domain/insight/detection-box.ts";

/**
 * Encodes boxes for the feed and the mirror: `x,y,width,height,confidence,class` with thousandths of the picture and
 * whole percent, boxes separated by `;`. The class is left out where it is the insight's own, the confidence where it
 * is unknown. `412,305,120,88,93` is one box, half as long as its JSON.
 */

/** @returns null where there is nothing to show */
export function encodeBoxes(boxes: readonly DetectionBox[], className: string): string | null {
  const encoded = boxesToShow(boxes).map((one) => {
    const [x, y, width, height] = one.box;
    const sides = [
      thousandths(x),
      thousandths(y),
      Math.max(1, thousandths(width)),
      Math.max(1, thousandths(height)),
    ];
    const percent = one.confidence === null ? "" : String(Math.round(one.confidence * 100));
    const named = one.className === className ? "" : one.className.replace(/[,;%\s]/g, encodeURIComponent);
    return [...sides, percent, named].join(",").replace(/,+$/, "");
  });
  return encoded.length === 0 ? null : encoded.join(";");
}

/** Decodes such a text; invalid boxes are left out, and no more are returned than are shown. */
export function decodeBoxes(text: string | null, className: string): DetectionBox[] {
  if (text === null || text === "") return [];
  return text.split(";", BOXES_SHOWN).flatMap((part) => {
    const [x, y, width, height, percent = "", named = ""] = part.split(",");
    const box = boxInPicture(fraction(x), fraction(y), fraction(width), fraction(height));
    if (box === null) return [];
    const confidence = percent === "" ? Number.NaN : Number(percent) / 100;
    return [
      {
        className: named === "" ? className : decoded(named),
        confidence: confidence >= 0 && confidence <= 1 ? confidence : null,
        box,
      },
    ];
  });
}

function thousandths(side: number): number {
  return Math.round(side * 1000);
}

function fraction(text: string | undefined): number {
  return text === undefined || text === "" ? Number.NaN : Number(text) / 1000;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
