import { createHash } from "node:crypto";
import { asPhotoError, inspectPhoto, STRICT_READING } from "./photo-check.ts";
import type { StoredPhoto } from "./photo-store.ts";
import { drawThumbnail } from "./thumbnail.ts";

/** A picture checked as a store would, and kept nowhere. @throws PhotoRefused */
export async function checkWholePhoto(bytes: Buffer): Promise<StoredPhoto> {
  const facts = await inspectPhoto(bytes);
  // Only decoding every byte finds a truncated picture.
  await asPhotoError(() => drawThumbnail(bytes, STRICT_READING));
  return { contentHash: createHash("sha256").update(bytes).digest("hex"), ...facts };
}
