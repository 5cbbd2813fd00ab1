import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { PROFILE_PHOTO_MAX_BYTES } from "../../../src/domain/account/profile-photo.ts";
import { ACCOUNT_SENTENCES as TEXT } from "../../../src/messages/server/account.ts";
import { ImageAnswer } from "../../../src/protocol/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid } from "../../http/api-error.ts";
import { namesTag } from "../../http/byte-range.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { setPrivateTag } from "../../http/send-file.ts";
import { UserPace } from "../../limits/user-pace.ts";
import { readImage, saveImage } from "./image-service.ts";

const FIELD = "image";
/** The picture, and what surrounds it in the form. */
const BODY_LIMIT_BYTES = PROFILE_PHOTO_MAX_BYTES + 65_536;

export async function registerImageRoutes(app: HttpApp, deps: Dependencies): Promise<void> {
  const pace = new UserPace(deps.steadyClock, "image");
  await app.register(async (scope: HttpApp) => {
    await scope.register(multipart, {
      limits: { fileSize: PROFILE_PHOTO_MAX_BYTES, files: 4, fields: 10, parts: 14, headerPairs: 100 },
    });
    scope.post(
      "/api/user/image",
      {
        bodyLimit: BODY_LIMIT_BYTES,
        config: { access: "M", takesTurns: false },
        schema: {
          summary: "Set the profile photo",
          description:
            "multipart/form-data with the file in `image`: a JPEG, PNG or WebP by its first bytes, at most 5 MB and 100 " +
            "million pixels. Its middle square is stored, upright and without metadata.",
          consumes: ["multipart/form-data"],
          response: { 200: ImageAnswer },
        },
      },
      async (request) => {
        pace.begin(request.user.userId);
        return { imageUrl: await saveImage(deps, request.user.userId, await fileOf(request)) };
      },
    );
  });

  app.get(
    "/api/user/image/:key",
    {
      config: { access: "U" },
      schema: {
        summary: "The own profile photo, a square WebP",
        params: Type.Object({ key: Type.String() }),
      },
    },
    async ({ user, params, headers }, reply) => {
      const image = await readImage(deps, user.userId, params.key);
      const tag = `"${params.key}"`;
      setPrivateTag(reply, tag);
      if (namesTag(headers["if-none-match"], tag)) return reply.code(304).send(undefined);
      return reply.type("image/webp").send(image);
    },
  );
}

/** @throws ApiError invalid where no file came in the field, too_large, unsupported_type where the body is no form */
async function fileOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw noFile();
  let found: Buffer | null = null;
  try {
    for await (const part of request.files()) {
      const bytes = await part.toBuffer();
      if (found === null && isImage(part)) found = bytes;
    }
  } catch (error) {
    if (isTooLarge(error)) {
      throw new ApiError(413, "too_large", { image: TEXT.imageTooLarge, general: TEXT.imageTooLarge });
    }
    // A form that is cut short or malformed. The parser's errors of this kind have no status.
    throw invalid({ image: TEXT.imageDamaged, general: TEXT.imageDamaged });
  }
  if (found === null || found.length === 0) throw noFile();
  return found;
}

function isImage({ fieldname }: MultipartFile): boolean {
  return fieldname === FIELD;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "statusCode" in error && error.statusCode === 413;
}

function noFile(): ApiError {
  return invalid({ [FIELD]: TEXT.noImage, general: TEXT.noImage });
}
