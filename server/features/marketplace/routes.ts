import { Type } from "typebox";
import { AddModel, MarketModelAnswer, MarketModelList } from "../../../src/protocol/marketplace.ts";
import { ModelClasses } from "../../../src/protocol/models.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { sendFile } from "../../http/send-file.ts";
import { addToAccount, classesOf, listMarketModels, modelFileOf } from "./service.ts";

const FILE = Type.Unsafe<unknown>({ description: "The file's bytes" });
const ById = Type.Object({ id: Type.String() });

export function registerMarketplaceRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/v2/marketplace/models",
    {
      config: { access: "M" },
      schema: { summary: "The public models", response: { 200: MarketModelList } },
    },
    async ({ user }) => ({ message: await listMarketModels(deps, user.userId) }),
  );

  app.post(
    "/api/v2/marketplace/models",
    {
      config: { access: "M" },
      schema: {
        summary: "Add a public model to the caller's account",
        body: AddModel,
        response: { 200: MarketModelAnswer },
      },
    },
    async ({ user, body }) => ({ message: await addToAccount(deps, user.userId, body.modelId) }),
  );

  app.get(
    "/api/v2/marketplace/models/:id/download",
    {
      config: { access: "M" },
      schema: {
        summary: "The file of a model that is public or in the caller's account",
        params: ById,
        response: {
          200: FILE,
          206: FILE,
          304: Type.Unsafe<undefined>({ description: "It has not changed" }),
        },
      },
    },
    async ({ user, params, headers }, reply) => {
      const file = await modelFileOf(deps, user.userId, params.id);
      reply.header("content-disposition", attachment(file.fileName));
      return sendFile(reply, headers, { mediaType: "application/octet-stream", ...file });
    },
  );

  app.get(
    "/api/models/:id/classes",
    {
      config: { access: "U" },
      schema: {
        summary: "The classes of a model that is public or in the caller's account",
        params: ById,
        response: { 200: ModelClasses },
      },
    },
    async ({ user, params }) => ({
      message: { classes: await classesOf(deps, user.userId, params.id) },
    }),
  );
}

/** The name in both forms of RFC 6266: ASCII, and UTF-8 encoded. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\w .()-]/g, "_");
  const coded = encodeURIComponent(fileName.replace(/\p{Surrogate}/gu, "_")).replace(/['()*]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
