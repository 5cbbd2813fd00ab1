import sharp, { type SharpOptions } from "sharp";
import { decodeInTurn } from "./decoding.ts";

const THUMBNAIL_WIDTH_PX = 240;
/** Upper bound for the height: cards and rows give a thumbnail little more than its width. */
const THUMBNAIL_HEIGHT_PX = 320;
const WEBP_QUALITY = 72;

/** A frame whose mean brightness lies below this (of 255) was taken in the dark; it is lightened towards it. */
const DARK_MEAN = 60;
/** The strongest lightening; beyond it only the sensor's noise shows. */
const STRONGEST_GAMMA = 0.45;

/**
 * Draws the thumbnail: upright, in sRGB, at most 240 px wide, night frames lightened. Decodes the whole picture.
 * @returns WebP.
 */
export function drawThumbnail(bytes: Buffer, reading: SharpOptions): Promise<Buffer> {
  return decodeInTurn(bytes, reading, async () => {
    const { data, info } = await sharp(bytes, reading)
      .autoOrient()
      .resize({
        width: THUMBNAIL_WIDTH_PX,
        height: THUMBNAIL_HEIGHT_PX,
        fit: "inside",
        withoutEnlargement: true,
      })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    liftShadows(data);
    const { width, height, channels } = info;
    return sharp(data, { raw: { width, height, channels } })
      .webp({ quality: WEBP_QUALITY, effort: 2 })
      .toBuffer();
  });
}

/** Bends the tones of a dark frame upwards, in place; black stays black and white stays white. */
function liftShadows(samples: Buffer): void {
  let sum = 0;
  for (const sample of samples) sum += sample;
  const mean = sum / samples.length;
  if (mean >= DARK_MEAN || mean === 0) return;
  const gamma = Math.max(STRONGEST_GAMMA, Math.log(DARK_MEAN / 255) / Math.log(mean / 255));
  const lifted = Uint8Array.from({ length: 256 }, (_, tone) => Math.round(255 * (tone / 255) ** gamma));
  for (let at = 0; at < samples.length; at += 1) samples[at] = lifted[samples[at] ?? 0] ?? 0;
}
