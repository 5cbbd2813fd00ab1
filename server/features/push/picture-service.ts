import type { Dependencies } from "../../dependencies.ts";
import { imageMissing, openThumbnail } from "../photos/service.ts";
import { findInsightPhoto } from "./insight-repository.ts";
import { readPictureQuery } from "./picture-address.ts";

/**
 * The thumbnail that a signed address stands for, WebP, while its user still reaches the insight.
 * @throws ApiError not_found
 */
export async function openPushedPicture(
  deps: Pick<Dependencies, "db" | "photos" | "clock" | "pushKeys">,
  query: { user: number; insight: number; until: number; signature: string },
): Promise<Buffer> {
  const picture = readPictureQuery(deps.pushKeys, query, deps.clock.now());
  if (picture === null) throw imageMissing();
  const file = await findInsightPhoto(deps.db.reader, picture.userId, picture.insightId);
  if (file === null || Number(file.bytes) === 0) throw imageMissing();
  const { content_hash, media_type, bytes } = file;
  return openThumbnail(deps, { contentHash: content_hash, mediaType: media_type, bytes: Number(bytes) });
}
