import { Type } from "typebox";
import { PageQuery, PhotoList, PhotoQuery } from "../../../src/protocol/insights-answers.ts";
import type { Dependencies } from "../../dependencies.ts";
import { namesTag } from "../../http/byte-range.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { sendFile, setPrivateTag } from "../../http/send-file.ts";
import { allPhotosOf, findPhoto, openPhoto, openThumbnail, photoPageOf } from "./service.ts";

const IMAGE = Type.Unsafe<unknown>({ description: "The image's bytes" });

export function registerPhotoRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/insights/photos",
    {
      config: { access: "U", takesTurns: true },
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
      if (thumbnail) {
        const tag = `"${photo.contentHash}-240"`;
        setPrivateTag(reply, tag);
        if (namesTag(headers["if-none-match"], tag)) return reply.code(304).send(undefined);
        return reply.type("image/webp").send(await openThumbnail(deps, photo));
      }
      return sendFile(reply, headers, {
        tag: `"${photo.contentHash}"`,
        mediaType: photo.mediaType,
        bytes: photo.bytes,
        open: (range) => openPhoto(deps, photo, range),
      });
    },
  );
}
