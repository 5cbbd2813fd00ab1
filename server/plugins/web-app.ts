import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SERVER_MESSAGES } from "../../src/messages/server/common-answers.ts";
import { errorBody } from "./errors.ts";
import { isApiUrl } from "./headers.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const ASSETS = "/assets/";

/**
 * Serves the built web app. Files whose name holds a hash of their content are cached for ever, all others
 * (index.html, sw.js) are revalidated; a path that is neither a file nor a call opens the app, which has its own
 * routes.
 *
 * @param folder the build; where it does not exist, pages answer with how to make it
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, "index.html"));
  if (isBuilt) {
    await app.register(async (scope) => {
      scope.addHook("onRoute", (route) => {
        route.config = { ...route.config, access: "P" };
      });
      await scope.register(fastifyStatic, {
        root: folder,
        preCompressed: true,
        dotfiles: "ignore",
        cacheControl: false,
        setHeaders: (reply, path) => {
          const isHashed = path.slice(folder.length).replaceAll("\\", "/").startsWith(ASSETS);
          reply.setHeader("cache-control", isHashed ? IMMUTABLE : "no-cache");
        },
      });
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!opensApp(request)) {
      return reply.code(404).send(errorBody("not_found", { general: SERVER_MESSAGES.noSuchCall }));
    }
    if (isBuilt) return sendIndex(reply);
    return reply.code(503).type("text/plain; charset=utf-8").send(SERVER_MESSAGES.appNotBuilt);
  });
}

/** The build's folder, relative to this file, built (dist/node/server/plugins) or not (server/plugins). */
export function builtWebAppFolder(): string {
  const here = fileURLToPath(import.meta.url);
  const isBuilt = here.endsWith(".js");
  return join(dirname(here), isBuilt ? "../../../web" : "../../dist/web");
}

function sendIndex(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "no-cache").sendFile("index.html");
}

/** Whether a browser opens a page: not a call, and not a chunk of an older build. */
function opensApp({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== "GET" && method !== "HEAD") || isApiUrl(url) || url.startsWith(ASSETS)) return false;
  const path = url.split("?", 1)[0] ?? "";
  const looksLikeFile = /\.[^/]+$/.test(path);
  return !looksLikeFile || (headers.accept ?? "").includes("text/html");
}
