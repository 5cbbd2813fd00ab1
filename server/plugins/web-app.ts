import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SERVER_MESSAGES } from "../../src/messages/server/common-answers.ts";
import { errorBody } from "./errors.ts";
import { isApiUrl } from "./headers.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const ASSETS = "/assets/";
const LANDING = "/landing";
const LANDING_FILE = "landing.html";
/** Stands in the built page where its address belongs, which only the operator knows. */
const ADDRESS_MARK = "<!-- public address -->";

/**
 * Serves the built web app, and the public page at /landing, which is a document of its own. Files whose name holds a hash of their content are cached for ever, all others
 * (index.html, sw.js) are revalidated; a path that is neither a file nor a call opens the app, which has its own
 * routes.
 *
 * @param folder the build; where it does not exist, pages answer with how to make it
 * @param publicUrl the address that people open; without it the public page names none as its own
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  publicUrl: string | null,
): Promise<void> {
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
      const landing = join(folder, LANDING_FILE);
      if (!existsSync(landing)) return;
      const page = readFileSync(landing, "utf8").replace(ADDRESS_MARK, addressTags(publicUrl));
      scope.get(LANDING, { schema: { hide: true } }, ({ url }, reply) => {
        // The server takes addresses with a slash at their end too; addresses of pages match exactly.
        if (url.split("?", 1)[0] !== LANDING) return sendIndex(reply);
        return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
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

/** The tags that search engines and links in messages read; both take whole addresses only. */
function addressTags(publicUrl: string | null): string {
  if (publicUrl === null) return "";
  const at = (path: string) => escapeAttribute(new URL(path, publicUrl).href);
  return [
    `<link rel="canonical" href="${at(LANDING)}" />`,
    `<meta property="og:url" content="${at(LANDING)}" />`,
    `<meta property="og:image" content="${at("/landing-card.jpg")}" />`,
  ].join("\n    ");
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
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
