import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { isRecord } from "../../src/domain/record-guard.ts";
import { ErrorBody } from "../../src/protocol/error-codes.ts";
import type { Config } from "../config.ts";
import { isApiUrl } from "./headers.ts";

export const DOCS_PATH = "/api/docs";
const DEVICE_TAG = "Devices' own interface";
const INGEST_DESCRIPTION =
  "What Sentinels say by themselves, each under its key (`Authorization: Bearer KEY`), which is shown once when it is " +
  "registered. Every call may be repeated. 429 with `Retry-After` is counted a Sentinel; 503 `storage_full` means that " +
  "nothing of the call was taken.";

/** The OpenAPI document, made from the schemas that the routes are checked by; must be set up before the routes. */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Understory",
        version: config.version,
        description: "Every call of the Understory server.",
      },
      tags: [{ name: DEVICE_TAG, description: INGEST_DESCRIPTION }],
      components: {
        securitySchemes: {
          token: { type: "http", scheme: "bearer" },
          deviceKey: { type: "http", scheme: "bearer", description: "The key of a Sentinel" },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const access = route.config?.access;
      return {
        url,
        schema: {
          ...schema,
          hide: schema?.hide ?? !isApiUrl(url),
          ...(access === "P" ? {} : { security: [access === "D" ? { deviceKey: [] } : { token: [] }] }),
          ...(access === "D" ? { tags: [DEVICE_TAG] } : {}),
          response: { ...asRecord(schema?.response), default: ErrorBody },
        },
      };
    },
  });
}

/** The bar on top would load the description of any other server. */
const THEME = {
  title: "Understory API",
  css: [{ filename: "understory.css", content: ".swagger-ui .topbar { display: none }" }],
};

/** The page at /api/docs and the document at /api/docs/json; both are public. */
export async function showApi(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, access: "P" };
    });
    await scope.register(swaggerUi, { routePrefix: DOCS_PATH, logLevel: "warn", theme: THEME });
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
