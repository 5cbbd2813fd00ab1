import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { ACCOUNT_SENTENCES as TEXT } from "../../../src/messages/server/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import { decodeInTurn } from "../../files/decoding.ts";
import { asPhotoError, inspectPhoto, STRICT_READING } from "../../files/photo-check.ts";
import { PhotoRefused } from "../../files/photo-store.ts";
import { ApiError, invalid, notFound } from "../../http/api-error.ts";
import { WorkGate } from "../../limits/work-gate.ts";
import { findUserImage, setUserImage } from "./repository.ts";
import { imageUrlOf } from "./service.ts";

/** Length of a side; the largest avatar is drawn with 96 px on a screen of three pixels a point. */
const SIDE_PX = 512;
const WEBP_QUALITY = 82;

/** One at a time: the photographs of Sentinels go first, and the others wait with at most 5 MB each. */
const gate = new WorkGate(1, 20);

/**
 * Stores a picture as the caller's profile photo: upright, its middle square, encoded anew so that nothing of the
 * file's metadata, places among them, stays.
 *
 * @param bytes a JPEG, PNG or WebP
 * @returns the path of the photo
 * @throws ApiError unsupported_type, too_large (pixels), invalid where it is damaged, unavailable under load
 */
export async function saveImage(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  userId: number,
  bytes: Buffer,
): Promise<string> {
  const content = await gate
    .run(() => asSquare(bytes))
    .catch((error: unknown) => {
      throw error instanceof PhotoRefused ? refusalOf(error) : error;
    });
  const key = randomBytes(16).toString("hex");
  await db.write((transaction) => setUserImage(transaction, userId, { key, content, nowMs: clock.now() }));
  return imageUrlOf(key);
}

/** The caller's profile photo, WebP. @throws ApiError not_found, for another user's too */
export async function readImage(
  { db }: Pick<Dependencies, "db">,
  userId: number,
  key: string,
): Promise<Buffer> {
  const image = await findUserImage(db, userId, key);
  if (image === null) throw notFound();
  return image;
}

async function asSquare(bytes: Buffer): Promise<Buffer> {
  const { width, height } = await inspectPhoto(bytes);
  const side = Math.min(SIDE_PX, width, height);
  return asPhotoError(() =>
    decodeInTurn(bytes, STRICT_READING, () =>
      sharp(bytes, STRICT_READING)
        .autoOrient()
        .resize({ width: side, height: side, fit: "cover", position: "centre" })
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        .webp({ quality: WEBP_QUALITY })
        .toBuffer(),
    ),
  );
}

function refusalOf({ reason }: PhotoRefused): ApiError {
  switch (reason) {
    case "unsupported_type":
      return new ApiError(415, "unsupported_type", { image: TEXT.imageType, general: TEXT.imageType });
    case "too_large":
      return new ApiError(413, "too_large", { image: TEXT.imageTooLarge, general: TEXT.imageTooLarge });
    case "damaged":
      return invalid({ image: TEXT.imageDamaged, general: TEXT.imageDamaged });
  }
}
