import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { isRecord } from "../../src/domain/record-guard.ts";
import { ErrorBody } from "../../src/protocol/error-codes.ts";
import type { Config } from "../config.ts";
import { isApiUrl } from "./headers.ts";

export const DOCS_PATH = "/api/docs";
const DOCUMENT_QUALITY = 6;
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

interface Encoded {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

function encode(document: unknown): Encoded {
  const plain = Buffer.from(JSON.stringify(document));
  const params = { [constants.BROTLI_PARAM_QUALITY]: DOCUMENT_QUALITY };
  return { plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain) };
}

/** The document is large and the same for everybody: written and compressed once, not for each who asks. */
function answerDocument(scope: FastifyInstance): void {
  let encoded: Encoded | null = null;
  scope.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.url !== `${DOCS_PATH}/json`) return;
    encoded ??= encode(scope.swagger());
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
    reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
    if (encoding !== undefined) reply.header("content-encoding", encoding);
    return reply.send(encoded[encoding ?? "plain"]);
  });
}

/** The page at /api/docs and the document at /api/docs/json; both are public. */
export async function showApi(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, access: "P" };
    });
    answerDocument(scope);
    await scope.register(swaggerUi, { routePrefix: DOCS_PATH, logLevel: "warn", theme: THEME });
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
