import type { Server } from "node:http";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type FastifyHttpOptions, type FastifyServerOptions, LogController } from "fastify";
import {
  IDEMPOTENCY_KEY_HEADER,
  MIN_CLIENT_HEADER,
  PROTOCOL_HEADER,
  TIME_HEADER,
} from "../src/protocol/protocol-version.ts";
import type { Config } from "./config.ts";
import type { Dependencies } from "./dependencies.ts";
import { registerAccountRoutes } from "./features/account/routes.ts";
import { registerAccountExportRoutes } from "./features/account-export/routes.ts";
import { registerAlertRoutes } from "./features/alerts/routes.ts";
import { registerBasemapRoutes } from "./features/basemaps/routes.ts";
import { registerBillingRoutes } from "./features/billing/routes.ts";
import { registerWebhookRoute } from "./features/billing/webhook-route.ts";
import { registerCollectionRoutes } from "./features/collections/routes.ts";
import { registerDeviceUpdateRoutes } from "./features/device-updates/routes.ts";
import { authenticateDevice } from "./features/devices/device-key.ts";
import { registerDeviceRoutes } from "./features/devices/routes.ts";
import { registerFeatureRoutes } from "./features/features/routes.ts";
import { registerGroupRoutes } from "./features/groups/routes.ts";
import { registerHealthRoutes } from "./features/health/routes.ts";
import { isKnownKey } from "./features/idempotency/known-key-repository.ts";
import { registerIngestRoutes } from "./features/ingest/routes.ts";
import { registerInsightRoutes } from "./features/insights/routes.ts";
import type { DeliveryWorker } from "./features/integrations/delivery-service.ts";
import { registerIntegrationRoutes } from "./features/integrations/routes.ts";
import { registerInternalRoutes } from "./features/internal/routes.ts";
import { registerMarketplaceRoutes } from "./features/marketplace/routes.ts";
import { registerModelRoutes } from "./features/models/routes.ts";
import { registerPhotoRoutes } from "./features/photos/routes.ts";
import { registerPublicConfigRoutes } from "./features/public-config/routes.ts";
import { registerPushRoutes } from "./features/push/routes.ts";
import { registerReleaseRoutes } from "./features/releases/routes.ts";
import { registerSessionRoutes } from "./features/sessions/routes.ts";
import { authenticate, isDeletedAccount } from "./features/sessions/service.ts";
import { registerSyncRoutes } from "./features/sync/routes.ts";
import { registerUnsubscribeRoutes } from "./features/unsubscribe/routes.ts";
import { type BulkUpdateWorker, registerUpdateRoutes } from "./features/updates/routes.ts";
import { registerUserRoutes } from "./features/users/routes.ts";
import { BODY_LIMITS } from "./http/body-limits.ts";
import type { HttpApp } from "./http/http-app.ts";
import { enforceAccess } from "./plugins/access.ts";
import { compression } from "./plugins/compression.ts";
import { limitConnections, limitUnanswered } from "./plugins/connections.ts";
import { answerBrokenRequest, answerError, answerErrors } from "./plugins/errors.ts";
import { limitCalls, takeTurns } from "./plugins/fair-turns.ts";
import { headerWriter, setHeaders } from "./plugins/headers.ts";
import { readJsonBodies } from "./plugins/json-body.ts";
import { serveKillSwitch } from "./plugins/kill-switch.ts";
import { refuseLostHistory } from "./plugins/known-history.ts";
import { describeApi, showApi } from "./plugins/openapi.ts";
import { readBodies } from "./plugins/request-bodies.ts";
import { validateBySchema } from "./plugins/validation.ts";
import { builtWebAppFolder, serveWebApp } from "./plugins/web-app.ts";

/** How long a request may take to arrive, over a weak connection too. */
const REQUEST_TIMEOUT_MS = 300_000;
/** How long a connection may bring and take no byte; longer than the longest write (see db/query-limits.ts). */
const SILENCE_MS = 180_000;

export interface AppOptions {
  /** Where the log goes; the process's output where left out. */
  logStream?: { write(line: string): void };
  /** Certificate and key (PEM) to serve HTTPS directly. */
  tls?: { cert: Buffer; key: Buffer };
  /** Where the built web app lies; dist/web where left out. */
  webAppFolder?: string;
  /** Woken when a bulk update was stored. Without it a bulk update waits until a job runner polls. */
  bulkUpdateWorker?: BulkUpdateWorker;
  /** Woken when a message was stored. Without it a message waits until a job runner polls. */
  deliveryWorker?: DeliveryWorker;
}

/** Builds the whole server from its dependencies, without listening. */
export async function buildApp(deps: Dependencies, options: AppOptions = {}): Promise<HttpApp> {
  const { config } = deps;
  const writeHeaders = headerWriter(deps);
  const app = createServer(
    {
      logger: loggerOptions(config.logLevel, options.logStream),
      genReqId: () => deps.ids.uuid(),
      trustProxy: proxyRule(config.trustProxy),
      bodyLimit: BODY_LIMITS.fields,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionTimeout: SILENCE_MS,
      forceCloseConnections: "idle",
      routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
      frameworkErrors: (error, request, reply) => {
        writeHeaders(request, reply);
        return answerError(error, request, reply);
      },
      clientErrorHandler: answerBrokenRequest,
      logController: new LogController({ disableRequestLogging: true }),
    },
    options.tls,
  );
  logRequests(app);

  answerErrors(app);
  validateBySchema(app);
  readBodies(app);
  readJsonBodies(app);
  setHeaders(app, deps);
  if (config.corsOrigins.length > 0) await allowOrigins(app, config.corsOrigins);
  limitUnanswered(app);
  if (config.trustProxy === false) limitConnections(app.server);
  limitCalls(app);
  enforceAccess(app, {
    authenticate: (token) => authenticate(deps, token),
    authenticateDevice: (key) => authenticateDevice(deps, key),
    isDeletedAccount: (token) => isDeletedAccount(deps, token),
  });
  takeTurns(app);
  refuseLostHistory(app, (userId, key) => isKnownKey(deps.db, userId, key));
  await app.register(compress, compression());
  await describeApi(app, config);

  const worker = options.bulkUpdateWorker ?? { wake: () => undefined };
  registerHealthRoutes(app, deps);
  registerPublicConfigRoutes(app, deps);
  registerBasemapRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerSessionRoutes(app, deps);
  await registerUserRoutes(app, deps);
  registerAccountExportRoutes(app, deps);
  registerBillingRoutes(app, deps);
  await registerWebhookRoute(app, deps);
  registerFeatureRoutes(app, deps);
  const deliveryWorker = options.deliveryWorker ?? { wake: () => undefined };
  registerIntegrationRoutes(app, deps, deliveryWorker);
  registerDeviceRoutes(app, deps);
  registerDeviceUpdateRoutes(app, deps);
  registerGroupRoutes(app, deps);
  registerModelRoutes(app, deps);
  registerMarketplaceRoutes(app, deps);
  registerReleaseRoutes(app, deps);
  registerInternalRoutes(app, deps, worker);
  registerAlertRoutes(app, deps);
  registerPushRoutes(app, deps, deliveryWorker);
  await registerUnsubscribeRoutes(app, deps);
  registerInsightRoutes(app, deps);
  registerCollectionRoutes(app, deps);
  registerPhotoRoutes(app, deps);
  registerUpdateRoutes(app, deps, worker);
  registerSyncRoutes(app, deps);
  await registerIngestRoutes(app, deps);

  await showApi(app);
  if (config.offlineShell === "off") serveKillSwitch(app);
  await serveWebApp(app, options.webAppFolder ?? builtWebAppFolder(), config.publicUrl);
  return app;
}

function createServer(options: FastifyHttpOptions<Server>, tls: AppOptions["tls"]): HttpApp {
  // Over TLS the raw server is another class; nothing here depends on which.
  const secure = tls === undefined ? options : ({ ...options, https: tls } as FastifyHttpOptions<Server>);
  return Fastify(secure).withTypeProvider<TypeBoxTypeProvider>();
}

/** A number counts the proxies in front of the server, the nearest one first. */
function proxyRule(
  setting: Config["trustProxy"],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof setting === "number") return (_address, hop) => hop < setting;
  return typeof setting === "boolean" ? setting : [...setting];
}

async function allowOrigins(app: HttpApp, origins: readonly string[]): Promise<void> {
  app.addHook("onRoute", (route) => {
    if (route.method === "OPTIONS") route.config = { ...route.config, access: "P" };
  });
  await app.register(cors, {
    origin: [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowedHeaders: [
      "authorization",
      "content-type",
      "content-encoding",
      "range",
      "if-none-match",
      IDEMPOTENCY_KEY_HEADER,
    ],
    exposedHeaders: [PROTOCOL_HEADER, MIN_CLIENT_HEADER, TIME_HEADER, "retry-after", "etag", "content-range"],
    maxAge: 600,
    // The package's own answer to OPTIONS has another error format, so every OPTIONS request gets the same empty
    // response.
    strictPreflight: false,
    optionsSuccessStatus: 200,
  });
}

/** Logs one line a request: method, path, status and time; no query, body or header, which may hold secrets. */
function logRequests(app: HttpApp): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });
}

function loggerOptions(
  level: string,
  stream: AppOptions["logStream"],
): NonNullable<FastifyServerOptions["logger"]> {
  if (level === "silent") return false;
  return {
    level,
    ...(stream === undefined ? {} : { stream }),
    redact: ["authorization", "headers", "*.authorization", "*.headers"],
    // Fastify's own log lines of a request hold no more than the line above.
    serializers: { req: ({ method, url }) => ({ method, path: (url ?? "").split("?", 1)[0] }) },
  };
}
