import { Readable } from "node:stream";
import { IMAGE_MISSING_SENTENCE } from "../../../src/messages/server/insights.ts";
import { FETCH_PAGE_SIZE } from "../../../src/protocol/protocol-version.ts";
import type { Photo } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { PhotoRefused } from "../../files/photo-store.ts";
import { type ApiError, notFound } from "../../http/api-error.ts";
import { findPhotoFile, type PhotoRow, readPhotoRows } from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "photos">;

export interface FoundPhoto {
  contentHash: string;
  mediaType: string;
  bytes: number;
}

export function imageMissing(): ApiError {
  return notFound(IMAGE_MISSING_SENTENCE);
}

/** Some of the photo records, newest first. */
export async function photoPageOf(
  { db }: Pick<Needs, "db">,
  userId: number,
  bounds: { limit: number; offset: number },
): Promise<Photo[]> {
  return (await readPhotoRows(db, userId, bounds)).map(asPhoto);
}

/**
 * All photo records as the text of one answer, read and sent slice by slice, so that memory does not grow with the
 * list.
 */
export function allPhotosOf({ db }: Pick<Needs, "db">, userId: number, offset = 0): Readable {
  return Readable.from(photoTexts(db, userId, offset), { objectMode: false });
}

async function* photoTexts(db: Needs["db"], userId: number, offset: number): AsyncGenerator<string> {
  let rows = await readPhotoRows(db, userId, { limit: FETCH_PAGE_SIZE, offset });
  let text = '{"message":[';
  for (;;) {
    yield text + rows.map((row) => JSON.stringify(asPhoto(row))).join(",");
    const last = rows.at(-1);
    if (last === undefined || rows.length < FETCH_PAGE_SIZE) break;
    rows = await readPhotoRows(db, userId, { limit: FETCH_PAGE_SIZE, offset: 0 }, last);
    text = rows.length > 0 ? "," : "";
  }
  yield "]}";
}

/**
 * The photo behind a key that the server gave out, of this Sentinel and within the user's reach.
 * @throws ApiError not_found, 'Image does not exist'
 */
export async function findPhoto(
  { db }: Pick<Needs, "db">,
  userId: number,
  deviceId: string,
  photoUrl: string,
): Promise<FoundPhoto> {
  if (!/^[1-9]\d{0,14}$/.test(photoUrl)) throw imageMissing();
  const file = await findPhotoFile(db, userId, deviceId, Number(photoUrl));
  if (file === null || Number(file.bytes) === 0) throw imageMissing();
  return { contentHash: file.content_hash, mediaType: file.media_type, bytes: Number(file.bytes) };
}

/** The photo's bytes, or part of them. @throws ApiError not_found where the store has lost them */
export async function openPhoto(
  { photos }: Pick<Needs, "photos">,
  photo: FoundPhoto,
  range?: { start: number; end: number },
): Promise<Readable> {
  const bytes = await photos.open(photo.contentHash, range);
  if (bytes === null) throw imageMissing();
  return bytes;
}

/** The thumbnail, WebP. @throws ApiError not_found where the store has none and cannot make one */
export async function openThumbnail({ photos }: Pick<Needs, "photos">, photo: FoundPhoto): Promise<Buffer> {
  const thumbnail = await photos.thumbnail(photo.contentHash).catch((error: unknown) => {
    if (error instanceof PhotoRefused) return null;
    throw error;
  });
  if (thumbnail === null || thumbnail.length === 0) throw imageMissing();
  return thumbnail;
}

function asPhoto(row: PhotoRow): Photo {
  return {
    insightId: String(row.insight_id),
    deviceId: row.device_id,
    table: row.table_name,
    path: String(row.photo_id),
    createdAt: new Date(Number(row.created_at)).toISOString(),
  };
}
