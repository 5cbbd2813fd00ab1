import { createHash } from "node:crypto";
import type { Random } from "../../server/demo/random.ts";
import type { DeviceLine } from "./device-line.ts";

/** An upload of a photograph, in one piece or, over a weak link, in parts. */
export interface Upload {
  readonly sourceId: string;
  readonly bytes: Buffer;
  /** Whether the server may have a part of it: then it is asked first. */
  isBegun: boolean;
}

/**
 * Sends a photograph, from the byte that the server needs. @returns whether it is complete, or must not be tried
 * again
 */
export async function sendPhoto(line: DeviceLine, upload: Upload, random: Random): Promise<boolean> {
  const { sourceId, bytes } = upload;
  const path = `/api/ingest/insights/${encodeURIComponent(sourceId)}/photo`;
  const headers = { "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:` };
  if (!upload.isBegun && random.chance(0.7)) {
    upload.isBegun = true;
    const whole = await line.send({ method: "PUT", path, body: bytes, headers });
    return isSettled(whole);
  }
  let at = 0;
  if (upload.isBegun) {
    const range = { ...headers, "content-range": `bytes */${bytes.length}` };
    const asked = await line.send({ method: "PUT", path, headers: range });
    if (asked === null) return false;
    if (isWhole(asked.body)) return true;
    at = receivedOf(asked.body) ?? 0;
  }
  upload.isBegun = true;
  const step = Math.ceil(bytes.length / 3);
  for (let parts = 0; at < bytes.length && parts < 8; parts += 1) {
    const end = Math.min(bytes.length, at + step);
    const answer = await line.send({
      method: "PUT",
      path,
      body: bytes.subarray(at, end),
      headers: { ...headers, "content-range": `bytes ${at}-${end - 1}/${bytes.length}` },
    });
    if (answer === null) return false;
    if (isWhole(answer.body)) return true;
    const received = receivedOf(answer.body);
    if (received === null) return true;
    at = received;
  }
  return false;
}

/** Done: it is complete, or the server will never accept it. */
function isSettled(answer: { status: number } | null): boolean {
  return answer !== null && answer.status !== 409;
}

function isWhole(body: unknown): boolean {
  return messageOf(body)?.complete === true;
}

function receivedOf(body: unknown): number | null {
  const received = messageOf(body)?.received;
  return typeof received === "number" ? received : null;
}

function messageOf(body: unknown): { complete?: unknown; received?: unknown } | undefined {
  return (body as { message?: { complete?: unknown; received?: unknown } } | null)?.message;
}
