import { INGEST_SENTENCES } from "../../../src/messages/server/ingest.ts";
import { MAX_PHOTO_BYTES } from "../../files/photo-store.ts";
import { ApiError, invalid } from "../../http/api-error.ts";

/**
 * The part of a photograph that a request brings: bytes `first` to before `end`, of `total`; null: unknown until the
 * body ends.
 */
export interface SentPart {
  readonly first: number;
  readonly end: number | null;
  readonly total: number | null;
}

/** A request that brings a part, or one that asks how much of a photograph of this size was received. */
export type PhotoRequest =
  | ({ readonly kind: "part" } & SentPart)
  | { readonly kind: "question"; readonly total: number };

/**
 * Reads `Content-Range` beside `Content-Length`; without a range the body is the whole photograph.
 *
 * @throws ApiError invalid, and too_large where more is announced than a photograph may have
 */
export function readPhotoRequest(range: string | undefined, contentLength: string | undefined): PhotoRequest {
  const length = contentLength === undefined ? null : Number(contentLength);
  if (range === undefined) {
    if (length === 0) throw invalid({ general: INGEST_SENTENCES.emptyPhoto });
    refuseTooLarge(length ?? 0);
    return { kind: "part", first: 0, end: length, total: length };
  }
  const match = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/.exec(range.trim());
  const total = Number(match?.[3]);
  if (match === null || total === 0) throw invalid({ "content-range": INGEST_SENTENCES.contentRange });
  refuseTooLarge(total);
  if (match[1] === undefined) return { kind: "question", total };
  const [first, end] = [Number(match[1]), Number(match[2]) + 1];
  if (end <= first || end > total) throw invalid({ "content-range": INGEST_SENTENCES.contentRange });
  if (length !== null && length !== end - first) throw rangeLength();
  return { kind: "part", first, end, total };
}

/**
 * The SHA-256 that a `Repr-Digest` names (RFC 9530), in hex; null where it names none.
 *
 * @throws ApiError invalid
 */
export function readDigest(header: string | undefined): string | null {
  const value = /(?:^|,)\s*sha-256=([^,;]*)/i.exec(header ?? "")?.[1]?.trim();
  if (value === undefined) return null;
  const base64 = /^:([A-Za-z0-9+/]{43}=):$/.exec(value)?.[1];
  if (base64 === undefined) throw invalid({ "repr-digest": INGEST_SENTENCES.reprDigest });
  return Buffer.from(base64, "base64").toString("hex");
}

export function rangeLength(): ApiError {
  return invalid({ "content-range": INGEST_SENTENCES.rangeLength });
}

function refuseTooLarge(bytes: number): void {
  if (bytes > MAX_PHOTO_BYTES) throw photoTooLarge();
}

export function photoTooLarge(): ApiError {
  return new ApiError(413, "too_large", { general: INGEST_SENTENCES.photoTooLarge });
}
