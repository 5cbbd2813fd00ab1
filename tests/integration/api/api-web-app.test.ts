import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";

const INDEX = "<!doctype html><title>Understory</title>";
const LANDING = "<!doctype html><title>Wildlife</title><!-- public address -->";
const SCRIPT = "console.log('understory');".repeat(100);

describe("serving the web app", () => {
  let folder: string;
  let test: TestApp;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "understory-web-"));
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), INDEX);
    writeFileSync(join(folder, "landing.html"), LANDING);
    writeFileSync(join(folder, "sw.js"), "self.skipWaiting;");
    writeFileSync(join(folder, ".secret.json"), "root:");
    writeFileSync(join(folder, "assets", "main-4f3a.js"), SCRIPT);
    writeFileSync(join(folder, "assets", "main-4f3a.js.br"), brotliCompressSync(SCRIPT));
    test = await makeTestApp({ webAppFolder: folder });
  });
  afterAll(async () => {
    await test.close();
    rmSync(folder, { recursive: true });
  });

  const open = (url: string, headers: Record<string, string> = { accept: "text/html" }) =>
    test.call("GET", url, { headers });

  it("opens the app on each of its five paths and on any other that is no call", async () => {
    const paths = ["/", "/login", "/signup", "/resetpassword", "/demo", "/nowhere/at/all", "/a.b?tab=x"];
    for (const path of paths) {
      const answer = await open(path);
      expect(answer.statusCode, path).toBe(200);
      expect(answer.body, path).toBe(INDEX);
      expect(answer.headers["content-type"], path).toContain("text/html");
      expect(answer.headers["cache-control"], path).toBe("no-cache");
      expect(String(answer.headers["content-security-policy"])).toContain("script-src 'self'");
    }
  });

  it("opens the public page at /landing alone, which names its address only where it is known", async () => {
    for (const path of ["/landing", "/landing?from=letter"]) {
      const answer = await open(path);
      expect(answer.body).toBe("<!doctype html><title>Wildlife</title>");
      expect(answer.headers["cache-control"]).toBe("no-cache");
      expect(String(answer.headers["content-security-policy"])).toContain("script-src 'self'");
    }
    for (const near of ["/landing/", "/LANDING", "/landing/x"]) expect((await open(near)).body).toBe(INDEX);
    const published = await makeTestApp({
      webAppFolder: folder,
      env: { PUBLIC_URL: "https://understory.example.org" },
    });
    const { body } = await published.call("GET", "/landing", { headers: {} });
    expect(body).toContain('<link rel="canonical" href="https://understory.example.org/landing" />');
    expect(body).toContain('content="https://understory.example.org/landing-card.jpg"');
    await published.close();
  });

  it("keeps files that carry their content's hash for ever and asks again for all others", async () => {
    const script = await open("/assets/main-4f3a.js", {});
    expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(script.body).toBe(SCRIPT);
    const worker = await open("/sw.js", {});
    expect(worker.headers["cache-control"]).toBe("no-cache");
    const again = await open("/sw.js", { "if-none-match": String(worker.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it("sends files that the build compressed to clients that accept them", async () => {
    const answer = await open("/assets/main-4f3a.js", { "accept-encoding": "br, gzip" });
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(answer.headers["content-type"]).toContain("javascript");
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
    expect(answer.headers["cache-control"]).toContain("immutable");
  });

  it("answers a part of the app that is gone with 404, never with the page", async () => {
    for (const [path, accept] of [
      ["/assets/main-old.js", "text/html"],
      ["/icon.png", "image/*"],
      ["/api/nothing", "text/html"],
    ] as const) {
      const answer = await open(path, { accept });
      expect(answer.statusCode, path).toBe(404);
      expect(answer.json().code, path).toBe("not_found");
    }
  });

  it("serves nothing from outside the app's folder", async () => {
    for (const path of [
      "/../package.json",
      "/..%2f..%2fetc/passwd",
      "/assets/%2e%2e/%2e%2e/etc/passwd",
      "/.env",
      "/.secret.json",
    ]) {
      const answer = await open(path, { accept: "*/*" });
      // Refused, or taken for one of the app's own paths: never a file.
      if (answer.statusCode === 200) expect(answer.body, path).toBe(INDEX);
      else expect([400, 403, 404], path).toContain(answer.statusCode);
    }
  });

  it("says what to do where the app is not built, and serves calls all the same", async () => {
    const bare = await makeTestApp();
    const page = await bare.call("GET", "/");
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain("npm run build");
    expect((await bare.call("GET", "/api/health")).statusCode).toBe(200);
    await bare.close();
  });
});
