import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { INGEST_SENTENCES } from "../../../src/messages/server/ingest.ts";
import type { PhotoReceived } from "../../../src/protocol/ingest.ts";
import { ApiError } from "../../http/api-error.ts";
import type { PhotographedInsight } from "./photo-repository.ts";
import type { PhotoNeeds, SentPhoto } from "./photo-service.ts";

/**
 * Answers a Sentinel that sends a photograph to an insight which has one: complete where it is the same, by its
 * digest or byte by byte.
 *
 * @throws ApiError conflict where it is another
 */
export async function answerForStored(
  { photos }: Pick<PhotoNeeds, "photos">,
  insight: PhotographedInsight,
  sent: SentPhoto,
): Promise<PhotoReceived["message"]> {
  const stored = { hash: insight.content_hash ?? "", bytes: Number(insight.bytes ?? 0) };
  const message = { received: stored.bytes, complete: true, path: String(insight.photo_id) };
  if (await isSame(photos, stored, sent)) return message;
  throw new ApiError(409, "conflict", { general: INGEST_SENTENCES.anotherPhoto }, { message });
}

async function isSame(
  photos: PhotoNeeds["photos"],
  stored: { hash: string; bytes: number },
  { request, digest, body }: SentPhoto,
): Promise<boolean> {
  if (request.total !== null && request.total !== stored.bytes) return false;
  if (digest !== null) return digest === stored.hash;
  if (request.kind === "question") return true;
  if (body === null) return false;
  const { first } = request;
  const end = request.end ?? stored.bytes;
  const kept = await photos.open(stored.hash, { start: first, end: end - 1 });
  if (kept === null) return false;
  const [keptHash, sentHash] = await Promise.all([hashOf(kept, end - first), hashOf(body, end - first)]);
  return keptHash !== null && keptHash === sentHash;
}

/** SHA-256 of a stream; null where it breaks off or has another length. */
async function hashOf(source: Readable, length: number): Promise<string | null> {
  const hash = createHash("sha256");
  let at = 0;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      at += (chunk as Buffer).length;
      if (at > length) return null;
      hash.update(chunk as Buffer);
    }
  } catch {
    return null;
  }
  return at === length ? hash.digest("hex") : null;
}
