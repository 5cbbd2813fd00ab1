import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { Type } from "typebox";
import { PhotoReceived } from "../../../src/protocol/ingest.ts";
import type { Dependencies } from "../../dependencies.ts";
import { PartFolder } from "../../files/part-folder.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { DEFAULT_TABLE_NAME } from "../../insight-store/insight-values.ts";
import { UploadTurns } from "../../limits/upload-turns.ts";
import { WorkGate } from "../../limits/work-gate.ts";
import { PhotoRoom } from "../quotas/photo-room.ts";
import { readDigest, readPhotoRequest } from "./photo-headers.ts";
import { receivePhoto } from "./photo-service.ts";

/**
 * Photographs of up to 25 MB that are decoded at once: they fit into a small server's memory and keep its threads
 * busy.
 */
const DECODED_AT_ONCE = 8;
/** Complete photographs that wait to be decoded; they are on the disk. */
const DECODING_QUEUE_MAX = 2000;

/** @param app a scope of its own, in which every body is taken as bytes */
export function registerPhotoUpload(app: HttpApp, deps: Dependencies): void {
  const needs = {
    ...deps,
    parts: new PartFolder(deps.config.dataDir),
    turns: new UploadTurns(),
    room: new PhotoRoom({ db: deps.db, clock: deps.steadyClock, quotas: deps.config }),
    finishing: new WorkGate(DECODED_AT_ONCE, DECODING_QUEUE_MAX),
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));

  app.put(
    "/api/ingest/insights/:id/photo",
    {
      config: { access: "D", takesTurns: false },
      schema: {
        summary: "Send the photo of an insight, whole or in parts",
        description:
          "JPEG, PNG or WebP by its first bytes, at most 25 MB, 100 million pixels, 20,000 pixels a side and 400 MB " +
          "decoded (width x height x samples). Without `Content-Range` the body is the whole photo. `Content-Range: bytes a-b/total` brings a part: it must begin at or before what has come, and " +
          "what had come behind its beginning is replaced by it. `Content-Range: bytes */total` without a body asks how " +
          "much has come; a photo whose last byte has come is completed by it. Of a body that is cut off, what came is " +
          "kept, and the next part may go on there. A photo of another size or digest that begins at 0 takes the place of " +
          "one that was begun. A 409 brings `{received,complete,path}`: with `complete` another photo is there, without it " +
          "`received` is where to go on. After 415 and 422 nothing is kept: begin at 0. After 507 " +
          "the account or the server has no room: try again later. What is unfinished for 30 days is " +
          "swept away.",
        params: Type.Object({
          id: Type.String({ description: "the insight's `source_id`, percent-encoded" }),
        }),
        querystring: Type.Object({
          table: Type.Optional(Type.String({ minLength: 1, description: "`insights` where left out" })),
        }),
        headers: Type.Object({
          "content-range": Type.Optional(Type.String()),
          "repr-digest": Type.Optional(
            Type.String({
              description: "`sha-256=:…:` of the whole; with it a spoiled photo is told from a cut one",
            }),
          ),
        }),
        consumes: ["image/jpeg", "image/png", "image/webp", "application/octet-stream"],
        body: Type.Unsafe<unknown>({ description: "The bytes" }),
        response: { 200: PhotoReceived },
      },
    },
    async ({ device, params, query, headers, body }) => {
      const message = await receivePhoto(needs, device, {
        of: { table: query.table ?? DEFAULT_TABLE_NAME, sourceId: params.id },
        request: readPhotoRequest(headers["content-range"], lengthOf(headers)),
        digest: readDigest(headers["repr-digest"]),
        body: body instanceof Readable ? body : null,
      });
      return { message };
    },
  );
}

/** The bytes of the part; unknown where the announced length is that of a compressed body. */
function lengthOf(headers: IncomingHttpHeaders): string | undefined {
  return headers["content-encoding"] === undefined ? headers["content-length"] : undefined;
}
