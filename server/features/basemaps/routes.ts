import { Type } from "typebox";
import { BasemapsAnswer } from "../../../src/protocol/basemaps.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { sendFile } from "../../http/send-file.ts";
import { listBasemaps, openBasemap } from "./service.ts";

const FILE = Type.Unsafe<unknown>({ description: "The file's bytes" });

export function registerBasemapRoutes(app: HttpApp, { config }: Dependencies): void {
  app.get(
    "/api/basemaps",
    {
      config: { access: "U" },
      schema: {
        summary: "What the operator offers over the built-in map",
        response: { 200: BasemapsAnswer },
      },
    },
    async () => ({
      message: { files: await listBasemaps(config), rasterAttribution: config.rasterTileAttribution },
    }),
  );
  app.get(
    "/api/basemaps/:file",
    {
      config: { access: "U" },
      schema: {
        summary: "A map file of the operator's (PMTiles), whole or by ranges",
        params: Type.Object({ file: Type.String({ maxLength: 255 }) }),
        response: {
          200: FILE,
          206: FILE,
          304: Type.Unsafe<undefined>({ description: "It has not changed" }),
        },
      },
    },
    async ({ params: { file }, headers }, reply) => sendFile(reply, headers, await openBasemap(config, file)),
  );
}
