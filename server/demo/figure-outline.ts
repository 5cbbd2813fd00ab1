import sharp from "sharp";
import type { Subject } from "./subjects.ts";

/** How far a figure reaches, in its own measure: centimetres, y up from the ground, facing right. */
export interface Outline {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const CANVAS_PX = 240;
/** Fainter than this is the soft edge of a stroke. */
const SEEN_ALPHA = 64;

/** Draws the figure alone and looks where there is something: heads, antlers and legs are where the pose puts them. */
export async function outlineOf(body: string, { heightCm, lengthCm }: Subject): Promise<Outline> {
  const side = 2.4 * Math.max(heightCm, lengthCm);
  const [left, top] = [-side / 2, side * 0.75];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS_PX}" height="${CANVAS_PX}" viewBox="${left} ${-top} ${side} ${side}"><g transform="scale(1 -1)">${body}</g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().extractChannel(3).raw().toBuffer({
    resolveWithObject: true,
  });
  const seen = { left: info.width, right: 0, top: info.height, bottom: 0 };
  for (let at = 0; at < data.length; at += 1) {
    if ((data[at] ?? 0) < SEEN_ALPHA) continue;
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    seen.left = Math.min(seen.left, x);
    seen.right = Math.max(seen.right, x + 1);
    seen.top = Math.min(seen.top, y);
    seen.bottom = Math.max(seen.bottom, y + 1);
  }
  const cm = side / info.width;
  return {
    left: left + seen.left * cm,
    right: left + seen.right * cm,
    top: top - seen.top * cm,
    bottom: top - seen.bottom * cm,
  };
}
