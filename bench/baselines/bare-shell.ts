import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { build } from "vite";
import { freePort } from "../../tests/support/server/ports.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".bin": "application/octet-stream",
};

/** A site of its own, whose files are those of a folder. */
export interface BareSite {
  readonly url: string;
  /** Adds a file, or replaces it. @param path without the slash */
  put(path: string, content: string | Uint8Array): void;
  /** From then on only what is on the device answers. */
  stop(): Promise<void>;
}

/** A bare PWA, built for production: a service worker that stores its files, React, Dexie, and 25 rows in a table. */
export async function startBareShell(): Promise<BareSite> {
  const folder = mkdtempSync(join(tmpdir(), "understory-bench-shell-"));
  await build({
    configFile: false,
    root: join(import.meta.dirname, "shell"),
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true },
  });
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => extname(path));
  writeFileSync(join(folder, "service-worker.js"), serviceWorker(["/", ...files.map((path) => `/${path}`)]));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://shell");
    const path = pathname === "/" ? "/index.html" : pathname;
    try {
      const content = readFileSync(join(folder, path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    put: (path, content) => writeFileSync(join(folder, path), content),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function serviceWorker(files: readonly string[]): string {
  return `const FILES = ${JSON.stringify(files)};
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open("shell").then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const wanted = event.request.mode === "navigate" ? "/" : event.request;
  event.respondWith(caches.match(wanted).then((held) => held ?? fetch(event.request)));
});
`;
}
