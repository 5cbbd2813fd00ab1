import type { FastifyInstance } from "fastify";

/**
 * The service worker that replaces the app's own: it removes the stored copy of the app, then itself, and reloads the
 * open pages from the server.
 *
 * A browser looks for a newer worker whenever it opens a page of this site, past all caches and without that page's
 * script, so this reaches a device whose copy is broken. It is part of the server and not of the build, because it
 * must work when the build is broken. Pictures, the mirror and unsent work lie in other caches and databases, and
 * stay.
 */
const REMOVING_WORKER = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(remove()));

async function remove() {
  const shells = (await caches.keys()).filter((name) => name.startsWith("workbox-"));
  await Promise.all(shells.map((name) => caches.delete(name)));
  const pages = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  // Without a stored copy the page came from the server, and reloading it would go on for ever.
  if (shells.length > 0) for (const page of pages) page.navigate(page.url).catch(() => undefined);
}
`;

/** Serves the worker that removes itself, in the place of the app's own. */
export function serveKillSwitch(app: FastifyInstance): void {
  app.get("/service-worker.js", { config: { access: "P" }, schema: { hide: true } }, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/javascript; charset=utf-8").send(REMOVING_WORKER),
  );
}
