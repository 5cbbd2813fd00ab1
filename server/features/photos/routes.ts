import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { INSIGHT_SENTENCES } from "../../../src/messages/server-insights.ts";
import { PageQuery, PhotoList, PhotoQuery } from "../../../src/protocol/insights-answers.ts";
import { ApiError } from "../../api-error.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http-app.ts";
import { namesTag, parseByteRange } from "./byte-range.ts";
import { allPhotosOf, type FoundPhoto, findPhoto, openPhoto, openThumbnail, photoPageOf } from "./service.ts";

const IMAGE = Type.Unsafe<unknown>({ description: "The image's bytes" });

export function registerPhotoRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/insights/photos",
    {
      config: { access: "U" },
      schema: {
        summary: "Photo records, newest first; without a limit all",
        querystring: PageQuery,
        response: { 200: PhotoList },
      },
    },
    async ({ user, query: { limit, offset = 0 } }, reply) => {
      if (limit !== undefined) {
        return { message: await photoPageOf(deps, user.userId, { limit, offset }) };
      }
      reply.type("application/json; charset=utf-8");
      return reply.send(allPhotosOf(deps, user.userId, offset) as never);
    },
  );

  app.get(
    "/api/photo",
    {
      config: { access: "U" },
      schema: {
        summary: "A photo or its thumbnail",
        querystring: PhotoQuery,
        response: {
          200: IMAGE,
          206: IMAGE,
          304: Type.Unsafe<undefined>({ description: "It has not changed" }),
        },
      },
    },
    async ({ user, query: { deviceId, photoUrl, thumbnail = false }, headers }, reply) => {
      const photo = await findPhoto(deps, user.userId, deviceId, photoUrl);
      const tag = thumbnail ? `"${photo.contentHash}-240"` : `"${photo.contentHash}"`;
      // Private, and never from a cache unasked: on a shared device the next person may not reach it.
      // "Origin" may stand in Vary already, where pages of other origins may call.
      const vary = [reply.getHeader("vary"), "authorization"].filter((name) => name !== undefined).join(", ");
      reply.header("cache-control", "private").header("vary", vary).header("etag", tag);
      if (namesTag(headers["if-none-match"], tag)) return reply.code(304).send(undefined);
      if (thumbnail) return reply.type("image/webp").send(await openThumbnail(deps, photo));
      const isCurrent = headers["if-range"] === undefined || headers["if-range"] === tag;
      return sendPhoto(deps, reply, photo, isCurrent ? headers.range : undefined);
    },
  );
}

async function sendPhoto(
  deps: Dependencies,
  reply: FastifyReply,
  photo: FoundPhoto,
  rangeHeader: string | undefined,
): Promise<FastifyReply> {
  const range = parseByteRange(rangeHeader, photo.bytes);
  reply.header("accept-ranges", "bytes");
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${photo.bytes}`);
    throw new ApiError(416, "invalid", { general: INSIGHT_SENTENCES.rangeNotSatisfiable });
  }
  if (range === "whole") {
    const bytes = await openPhoto(deps, photo);
    return reply.type(photo.mediaType).header("content-length", photo.bytes).send(bytes);
  }
  const bytes = await openPhoto(deps, photo, range);
  return reply
    .code(206)
    .type(photo.mediaType)
    .header("content-range", `bytes ${range.start}-${range.end}/${photo.bytes}`)
    .header("content-length", range.end - range.start + 1)
    .send(bytes);
}
