import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "../../../src/domain/time.ts";
import type { PushKeys } from "./push-keys.ts";

/** What the address of a picture in a notification stands for. */
export interface PushedPicture {
  readonly userId: number;
  readonly insightId: number;
}

/** A push service holds a message as long for a browser that is away; the picture is fetched when it is shown. */
const VALID_MS = DAY_MS;
const SIGNATURE = /^[\w-]{43}$/;

/**
 * The query of a picture's address. A browser fetches the picture of a notification without a token, so the address
 * itself permits it: for one user, one insight and one day.
 */
export function pictureQuery(
  keys: Pick<PushKeys, "pictureKey">,
  picture: PushedPicture,
  nowMs: number,
): string {
  const until = nowMs + VALID_MS;
  const { userId, insightId } = picture;
  return `?user=${userId}&insight=${insightId}&until=${until}&signature=${signature(keys, picture, until)}`;
}

/** What a query stands for; null where it is not signed by this server, or its time is over. */
export function readPictureQuery(
  keys: Pick<PushKeys, "pictureKey">,
  query: { user: number; insight: number; until: number; signature: string },
  nowMs: number,
): PushedPicture | null {
  const picture = { userId: query.user, insightId: query.insight };
  if (!SIGNATURE.test(query.signature) || query.until <= nowMs || query.until > nowMs + VALID_MS) return null;
  const expected = Buffer.from(signature(keys, picture, query.until));
  return timingSafeEqual(expected, Buffer.from(query.signature)) ? picture : null;
}

function signature(
  { pictureKey }: Pick<PushKeys, "pictureKey">,
  { userId, insightId }: PushedPicture,
  until: number,
): string {
  const signed = `${userId}/${insightId}/${until}`;
  return createHmac("sha256", Buffer.from(pictureKey, "base64url")).update(signed).digest("base64url");
}
