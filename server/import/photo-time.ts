import exifr from "exifr";
import { parseSourceTime, type SourceTime } from "../../src/formats/cells/source-time.ts";
import type { TimeZoneRule } from "../../src/formats/cells/time-zone.ts";

/**
 * When a picture was taken: EXIF's DateTimeOriginal with OffsetTimeOriginal where the camera wrote one, else the
 * time in Reconyx' maker note (some of their cameras write no other). Null where it has none.
 */
export async function readPhotoTime(bytes: Buffer, zone: TimeZoneRule): Promise<SourceTime | null> {
  const tags: unknown = await exifr
    .parse(bytes, { ifd0: {}, exif: true, makerNote: true, reviveValues: false })
    .catch(() => null);
  const { DateTimeOriginal, OffsetTimeOriginal, makerNote } = (tags ?? {}) as Record<string, unknown>;
  if (typeof DateTimeOriginal === "string") {
    const offset = typeof OffsetTimeOriginal === "string" ? OffsetTimeOriginal.trim() : "";
    return parseSourceTime(DateTimeOriginal.trim() + offset, zone);
  }
  const text = makerNote instanceof Uint8Array ? reconyxTime(makerNote) : null;
  return text === null ? null : parseSourceTime(text, zone);
}

const RECONYX_HYPERFIRE = 0xf101;

/**
 * HyperFire's note is of little-endian words: its version first; from the 12th second, minute, hour, month, day, year
 * (after ExifTool's Reconyx tags).
 */
function reconyxTime(note: Uint8Array): string | null {
  const words = new DataView(note.buffer, note.byteOffset, note.byteLength);
  if (note.byteLength < 34 || words.getUint16(0, true) !== RECONYX_HYPERFIRE) return null;
  const [second, minute, hour, month, day, year] = [11, 12, 13, 14, 15, 16].map((word) =>
    String(words.getUint16(word * 2, true)).padStart(2, "0"),
  );
  return `${year}:${month}:${day} ${hour}:${minute}:${second}`;
}
