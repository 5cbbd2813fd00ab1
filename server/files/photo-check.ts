import sharp from "sharp";
import { MAX_PHOTO_BYTES, PhotoRefused, type StoredPhoto } from "./photo-store.ts";

/** More pixels than any camera trap has. A small file that decodes to more would exhaust the memory. */
export const MAX_PHOTO_PIXELS = 100_000_000;

/** The longest side: longer ones are no photographs, and a reader that goes line by line holds whole lines. */
export const MAX_SIDE_PX = 20_000;

/** Options of sharp for every picture from outside: one that is truncated or damaged is an error. */
export const STRICT_READING = { failOn: "error", limitInputPixels: MAX_PHOTO_PIXELS } as const;

/**
 * The type by magic bytes and the size in pixels, upright. Reads the header only; truncation shows when the picture
 * is decoded.
 *
 * @throws PhotoRefused
 */
export async function inspectPhoto(bytes: Buffer): Promise<Omit<StoredPhoto, "contentHash">> {
  if (bytes.length > MAX_PHOTO_BYTES) {
    throw new PhotoRefused("too_large", "The photo is larger than 25 MB.");
  }
  const mediaType = typeByMagicBytes(bytes);
  if (mediaType === null) {
    throw new PhotoRefused("unsupported_type", "The file is no JPEG, PNG or WebP photo.");
  }
  const { autoOrient } = await asPhotoError(() => sharp(bytes, STRICT_READING).metadata());
  if (autoOrient.width * autoOrient.height > MAX_PHOTO_PIXELS) throw tooManyPixels();
  if (Math.max(autoOrient.width, autoOrient.height) > MAX_SIDE_PX) {
    throw new PhotoRefused("too_large", "The photo is wider or higher than 20,000 pixels.");
  }
  return { mediaType, bytes: bytes.length, width: autoOrient.width, height: autoOrient.height };
}

/** Null where the first bytes (12 suffice) are of no accepted type. */
export function typeByMagicBytes(bytes: Buffer): StoredPhoto["mediaType"] | null {
  if (bytes.subarray(0, 3).equals(JPEG)) return "image/jpeg";
  if (bytes.subarray(0, 8).equals(PNG)) return "image/png";
  if (bytes.subarray(0, 4).equals(RIFF) && bytes.subarray(8, 12).equals(WEBP)) return "image/webp";
  return null;
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RIFF = Buffer.from("RIFF");
const WEBP = Buffer.from("WEBP");

/** Runs a decoding step. An error of sharp means a damaged picture, which is refused. */
export async function asPhotoError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PhotoRefused) throw error;
    if (error instanceof Error && error.message.includes("pixel limit")) throw tooManyPixels();
    throw new PhotoRefused("damaged", "The photo is damaged or cut short.");
  }
}

function tooManyPixels(): PhotoRefused {
  return new PhotoRefused("too_large", "The photo has more than 100 million pixels.");
}
