import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { lastSightMs } from "../../../src/domain/device/device-report.ts";
import { INGEST_SENTENCES } from "../../../src/messages/server/ingest.ts";
import { quotaReached } from "../../../src/messages/server/quotas.ts";
import type { PhotoReceived } from "../../../src/protocol/ingest.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type PartFolder, PartTooLong } from "../../files/part-folder.ts";
import { typeByMagicBytes } from "../../files/photo-check.ts";
import { MAX_PHOTO_BYTES, PhotoRefused } from "../../files/photo-store.ts";
import { ApiError, invalid, notFound } from "../../http/api-error.ts";
import type { InsightName } from "../../insight-store/insight-repository.ts";
import type { UploadTurns } from "../../limits/upload-turns.ts";
import type { WorkGate } from "../../limits/work-gate.ts";
import type { DeviceCaller } from "../devices/device-key.ts";
import type { PhotoRoom } from "../quotas/photo-room.ts";
import { type PhotoRequest, photoTooLarge, rangeLength, type SentPart } from "./photo-headers.ts";
import {
  attachPhoto,
  beginUpload,
  deleteUpload,
  findInsight,
  findUpload,
  noteReceived,
  type PhotographedInsight,
  type Upload,
} from "./photo-repository.ts";
import { answerForStored } from "./stored-photo.ts";

export type PhotoNeeds = Pick<Dependencies, "db" | "clock" | "photos"> & {
  readonly parts: PartFolder;
  readonly turns: UploadTurns;
  readonly room: PhotoRoom;
  /** Bounds the complete photographs in memory, over all Sentinels. */
  readonly finishing: WorkGate;
};
type Received = PhotoReceived["message"];

export interface SentPhoto {
  readonly of: InsightName;
  readonly request: PhotoRequest;
  /** SHA-256 of the whole in hex, where the Sentinel sent it. */
  readonly digest: string | null;
  readonly body: Readable | null;
}

const MAGIC_BYTES = 12;

/**
 * Receives a photograph of an insight, or a part of one. A complete photograph is checked, stored and shown; a part
 * is stored until the rest comes.
 *
 * @throws ApiError not_found, conflict with what was received, damaged, unsupported_type, too_large, invalid,
 * storage_full where no account of the Sentinel has room
 */
export function receivePhoto(deps: PhotoNeeds, device: DeviceCaller, sent: SentPhoto): Promise<Received> {
  const name = JSON.stringify([device.deviceRef, sent.of.table, sent.of.sourceId]);
  return deps.turns.take(name, sent.body, () => receive(deps, device, sent));
}

async function receive(deps: PhotoNeeds, device: DeviceCaller, sent: SentPhoto): Promise<Received> {
  const insight = await findInsight(deps.db, device.deviceRef, sent.of);
  if (insight === undefined) throw notFound(INGEST_SENTENCES.noInsight);
  if (insight.photo_id !== null) return answerForStored(deps, insight, sent);
  const upload = await findUpload(deps.db, device.deviceRef, sent.of);
  const { request } = sent;
  if (request.kind === "question") {
    if (upload === undefined || !isSamePhoto(upload, sent)) return partly(0);
    const received = await deps.parts.length(upload.upload_id);
    // A server that stopped between the last byte and its answer completes the photograph here.
    return received === upload.total_bytes ? finish(deps, device, insight, sent, upload) : partly(received);
  }
  return takePart(deps, device, insight, sent, request, upload);
}

async function takePart(
  deps: PhotoNeeds,
  device: DeviceCaller,
  insight: PhotographedInsight,
  sent: SentPhoto,
  part: SentPart,
  before: Upload | undefined,
): Promise<Received> {
  const { db, parts, clock } = deps;
  const body = sent.body;
  if (body === null) throw invalid({ general: INGEST_SENTENCES.emptyPhoto });
  const continued = before !== undefined && isSamePhoto(before, sent) ? before : undefined;
  const held = continued === undefined ? 0 : await parts.length(continued.upload_id);
  if (part.first > held) throw doesNotFollow(held);
  // The length of another photograph's part must never count for this one.
  const upload = continued ?? (await begin(deps, device, sent, part, before));
  const most = (part.end ?? MAX_PHOTO_BYTES) - part.first;
  const isWhole = await parts.append(upload.upload_id, part.first, body, most).catch((error: unknown) => {
    if (!(error instanceof PartTooLong)) throw error;
    throw part.end === null ? photoTooLarge() : rangeLength();
  });
  const received = await parts.length(upload.upload_id);
  if (part.first < MAGIC_BYTES && received >= MAGIC_BYTES) {
    const type = typeByMagicBytes(await parts.begin(upload.upload_id, MAGIC_BYTES));
    if (type === null) throw await refuse(deps, upload, unsupportedType());
  }
  if (isWhole && received === (part.total ?? received)) {
    return finish(deps, device, insight, sent, upload);
  }
  await noteReceived(db, device.deviceRef, upload, { received, digest: sent.digest }, clock.now());
  if (!isWhole || received !== part.end) throw invalid({ general: INGEST_SENTENCES.cutShort });
  return partly(received);
}

/** @throws ApiError storage_full: 409 tells a Sentinel where to go on with a photo, and it would go on at once */
async function begin(
  { db, clock, parts, room }: PhotoNeeds,
  { deviceRef }: DeviceCaller,
  { of, digest }: SentPhoto,
  { total }: SentPart,
  before: Upload | undefined,
): Promise<Upload> {
  const photo = { deviceRef, bytes: total ?? MAX_PHOTO_BYTES, exceptUpload: before?.upload_id ?? 0 };
  const overflow = await room.checkOf(photo);
  return beginUpload(db, { deviceRef, of }, { total_bytes: total ?? 0, digest }, clock.now(), {
    async hasRoom(transaction) {
      const over = await overflow(transaction);
      if (over === null) return;
      const sentence = quotaReached(over.quota, over.held, over.most);
      throw new ApiError(507, "storage_full", { general: sentence });
    },
    removePart: (uploadId) => parts.remove(uploadId),
  });
}

/** Checks a complete photograph, stores it and links it to its insight, once a place is free. */
function finish(deps: PhotoNeeds, ...photo: FinishedPhoto): Promise<Received> {
  return deps.finishing.run(() => keep(deps, ...photo));
}

type FinishedPhoto = [device: DeviceCaller, insight: PhotographedInsight, sent: SentPhoto, upload: Upload];

async function keep(deps: PhotoNeeds, ...[device, insight, sent, upload]: FinishedPhoto): Promise<Received> {
  const { db, parts, photos, clock } = deps;
  const bytes = await parts.read(upload.upload_id);
  const digest = sent.digest ?? upload.digest;
  if (digest !== null && createHash("sha256").update(bytes).digest("hex") !== digest) {
    throw await refuse(deps, upload, damaged(INGEST_SENTENCES.digestDiffers));
  }
  const stored = await photos.put(bytes).catch(async (error: unknown) => {
    throw error instanceof PhotoRefused ? await refuse(deps, upload, REFUSALS[error.reason]()) : error;
  });
  const nowMs = clock.now();
  const sightMs = lastSightMs({ timeStampMs: insight.time_stamp, fileCtimeMs: insight.file_ctime }, nowMs);
  const to = { deviceRef: device.deviceRef, table: sent.of.table, insightId: insight.insight_id, sightMs };
  const photoId = await attachPhoto(db, to, upload, stored, nowMs);
  await parts.remove(upload.upload_id);
  if (photoId === null) throw new ApiError(409, "conflict", { general: INGEST_SENTENCES.anotherPhoto });
  return { received: bytes.length, complete: true, path: String(photoId) };
}

/** Deletes the part of a photograph that was refused. @returns the error to throw */
async function refuse({ db, parts }: PhotoNeeds, upload: Upload, error: ApiError): Promise<ApiError> {
  await deleteUpload(db, upload);
  await parts.remove(upload.upload_id);
  return error;
}

const REFUSALS: Readonly<Record<PhotoRefused["reason"], () => ApiError>> = {
  unsupported_type: unsupportedType,
  too_large: photoTooLarge,
  damaged: () => damaged(INGEST_SENTENCES.photoDamaged),
};

function unsupportedType(): ApiError {
  return new ApiError(415, "unsupported_type", { general: INGEST_SENTENCES.photoType });
}

function damaged(sentence: string): ApiError {
  return new ApiError(422, "damaged", { general: sentence });
}

function doesNotFollow(received: number): ApiError {
  return new ApiError(
    409,
    "conflict",
    { general: INGEST_SENTENCES.partDoesNotFollow },
    { message: partly(received) },
  );
}

function partly(received: number): Received {
  return { received, complete: false, path: null };
}

/** Whether the stored part belongs to the same photograph, by size and digest. */
function isSamePhoto(upload: Upload, { request, digest }: SentPhoto): boolean {
  const isSameDigest = digest === null || upload.digest === null || digest === upload.digest;
  return upload.total_bytes === (request.total ?? 0) && isSameDigest;
}
