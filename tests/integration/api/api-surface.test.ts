import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccessWorld, makeAccessWorld } from "../../support/server/access/access-world.ts";
import { makeTestApp, TEST_PASSWORD } from "../../support/server/test-app.ts";

const JSON_TYPE = { "content-type": "application/json" };

describe("what holds for every call", () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await makeAccessWorld();
  });
  afterAll(() => world.test.close());

  it("takes the token from the authorization header alone, on every call but the public ones [API-02]", async () => {
    const { test, people } = world;
    const { token } = people.member;
    const asked = (headers: Record<string, string>, url = "/api/user") => test.call("GET", url, { headers });
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`]) {
      expect((await asked({ authorization })).statusCode).toBe(200);
    }
    for (const headers of [
      {},
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token}x` },
      { authorization: "Bearer" },
      { cookie: `token=${token}` },
    ] as Record<string, string>[]) {
      const answer = await asked(headers);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ code: "signed_out", errors: { general: "Please sign in." } });
    }
    expect((await asked({}, `/api/user?token=${token}`)).statusCode).toBe(401);
    const guarded = test.app.routeAccess.filter(({ access, method }) => access !== "P" && method === "GET");
    expect(guarded.length).toBeGreaterThan(10);
    for (const { url } of guarded) expect((await asked({}, url)).statusCode).toBe(401);
  });

  it("announces the protocol and the oldest client that it serves, and lets nothing be kept", async () => {
    for (const url of ["/api/health", "/api/user", "/api/nothing"]) {
      const { headers } = await world.test.call("GET", url);
      expect(headers["understory-protocol"]).toBe("1");
      expect(headers["understory-min-client"]).toBe("0.1.0");
      expect(headers["cache-control"]).toBe("no-store");
    }
  });

  it("sends the headers that keep a page from doing what it need not", async () => {
    const { headers } = await world.test.call("GET", "/");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers).not.toHaveProperty("strict-transport-security");
  });

  it("ignores a trailing slash on every path", async () => {
    const { test, people } = world;
    for (const url of ["/api/user/", "/api/v2/groups/", "/api/health/", "/api/features/"]) {
      expect((await test.call("GET", url, { as: people.member })).statusCode).toBe(200);
    }
    const body = { enabled: false };
    expect((await test.call("PUT", "/api/features/1/", { as: people.member, body })).statusCode).toBe(200);
    const login = { email: people.member.email, password: TEST_PASSWORD };
    expect((await test.call("POST", "/api/login/", { body: login })).statusCode).toBe(200);
  });

  it("ignores fields that it does not know", async () => {
    const { test, people } = world;
    const body = { email: people.member.email, password: TEST_PASSWORD, colour: "green", __proto__x: 1 };
    expect((await test.call("POST", "/api/login", { body })).statusCode).toBe(200);
    const proto = await test.call("POST", "/api/login", {
      headers: JSON_TYPE,
      body: `{"email":"${people.member.email}","password":"${TEST_PASSWORD}","__proto__":{"a":1}}`,
    });
    expect(proto.statusCode).toBe(200);
  });

  it("answers a call that does not exist, or by another method, with the error body", async () => {
    for (const [method, url] of [
      ["GET", "/api/nothing"],
      ["GET", "/api"],
      ["PUT", "/api/user"],
      ["DELETE", "/api/login"],
      ["POST", "/"],
    ] as const) {
      const answer = await world.test.call(method, url, { as: world.people.member });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ code: "not_found", errors: { general: "There is no such call." } });
    }
    const bad = await world.test.call("GET", "/api/%E0%A4%A");
    expect(bad.statusCode).toBe(400);
    expect(bad.json().code).toBe("invalid");
  });

  it("refuses a body that is not JSON where JSON is due, and one that is too large", async () => {
    const { test } = world;
    const text = await test.call("POST", "/api/login", {
      headers: { "content-type": "text/plain" },
      body: "email=a",
    });
    expect([text.statusCode, text.json().code]).toEqual([415, "unsupported_type"]);
    const large = await test.call("POST", "/api/login", { body: { email: "x".repeat(1_100_000) } });
    expect([large.statusCode, large.json().code]).toEqual([413, "too_large"]);
  });

  it("refuses the character U+0000, which PostgreSQL stores in no text, in bodies and addresses", async () => {
    const test = await makeTestApp();
    const login = (email: string) =>
      test.call("POST", "/api/login", {
        headers: { "content-type": "application/json" },
        body: `{"email":"${email}","password":"x"}`,
      });
    const general = "The request holds the character U+0000, which no text here may have.";
    const member = await test.addUser("zero");
    for (const answer of [
      await login(String.raw`a\u0000@example.org`),
      await login(String.raw`a\\\u0000@example.org`),
      await test.call("GET", "/api/photo?deviceId=%00&photoUrl=1", { as: member }),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ code: "invalid", errors: { general } });
    }
    // A backslash and then these letters: no such character.
    expect((await login(String.raw`a\\u0000@example.org`)).statusCode).toBe(401);
    await test.close();
  });

  it("answers an address that is none with the error body and the headers of every answer", async () => {
    const test = await makeTestApp();
    const answer = await test.call("GET", "/api/%");
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: "invalid", errors: { general: "The request is not valid." } });
    expect(answer.headers).toMatchObject({ "understory-protocol": "1", "cache-control": "no-store" });
    await test.close();
  });

  it("takes a body compressed with gzip, and bounds its decompressed size", async () => {
    const { test, people } = world;
    const postCompressed = (value: unknown) =>
      test.call("POST", "/api/login", {
        headers: { ...JSON_TYPE, "content-encoding": "gzip" },
        body: gzipSync(JSON.stringify(value)),
      });
    expect((await postCompressed({ email: people.member.email, password: TEST_PASSWORD })).statusCode).toBe(
      200,
    );
    const bomb = await postCompressed({ email: "x".repeat(50_000_000) });
    expect([bomb.statusCode, bomb.json().code]).toEqual([413, "too_large"]);
    const broken = await test.call("POST", "/api/login", {
      headers: { ...JSON_TYPE, "content-encoding": "gzip" },
      body: Buffer.from("this is no gzip"),
    });
    expect([broken.statusCode, broken.json().code]).toEqual([400, "invalid"]);
    const strange = await test.call("POST", "/api/login", {
      headers: { ...JSON_TYPE, "content-encoding": "zstd" },
      body: "{}",
    });
    expect([strange.statusCode, strange.json().code]).toEqual([415, "unsupported_type"]);
  });

  it("compresses answers as the client accepts them", async () => {
    const plain = await world.test.call("GET", "/api/docs/json");
    const answerIn = (encoding: string) =>
      world.test.call("GET", "/api/docs/json", { headers: { "accept-encoding": encoding } });
    const [br, gzip] = [await answerIn("gzip, br"), await answerIn("gzip")];
    expect(br.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(plain.headers["content-encoding"]).toBeUndefined();
  });

  it("describes every call of the product in the OpenAPI document", async () => {
    const document = (await world.test.call("GET", "/api/docs/json")).json();
    const described = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.keys(calls as object).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
      ),
    );
    const routes = world.test.app.routeAccess
      .filter(
        ({ method, url }) => method !== "HEAD" && url.startsWith("/api/") && !url.startsWith("/api/docs"),
      )
      .map(({ method, url }) => `${method} ${url}`);
    expect(described.sort()).toEqual(routes.sort());
  });

  it("shows the documentation as a page without inline script or style", async () => {
    for (const url of ["/api/docs", "/api/docs/"]) {
      const page = await world.test.call("GET", url);
      expect(page.statusCode).toBe(200);
      expect(page.headers["content-type"]).toContain("text/html");
      expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=/);
    }
  });
});

describe("the server's settings that clients feel", () => {
  it("tells the app what it needs to know, null for what is not set", async () => {
    const test = await makeTestApp({ env: { SUPPORT_EMAIL: "help@example.org", SIGNUP: "invite" } });
    expect((await test.call("GET", "/api/config")).json()).toEqual({
      message: {
        supportEmail: "help@example.org",
        documentationUrl: null,
        contactSalesUrl: null,
        stripePublishableKey: null,
        vapidPublicKey: test.deps.pushKeys.publicKey,
        rasterTileUrl: null,
        basemaps: [],
        imageNormalizationMethods: ["resize"],
        signup: "invite",
        needsSetupCode: false,
        protocol: 1,
        version: test.config.version,
        platforms: { email: false, sms: false },
        pace: { callSeconds: 20, syncSeconds: 30 },
      },
    });
    await test.close();
  });

  it("lets pages of the listed origins call it, and no others", async () => {
    const test = await makeTestApp({
      env: { CORS_ORIGINS: "https://app.example.org, http://localhost:5173" },
    });
    const ask = (origin: string) =>
      test.call("OPTIONS", "/api/user", {
        headers: {
          origin,
          "access-control-request-method": "GET",
          "access-control-request-headers": "authorization",
        },
      });
    expect((await ask("https://app.example.org")).headers["access-control-allow-origin"]).toBe(
      "https://app.example.org",
    );
    expect((await ask("https://evil.example.com")).headers).not.toHaveProperty("access-control-allow-origin");
    const answer = await test.call("GET", "/api/health", { headers: { origin: "http://localhost:5173" } });
    expect(answer.headers["access-control-allow-origin"]).toBe("http://localhost:5173");
    expect(String(answer.headers["access-control-expose-headers"])).toContain("understory-protocol");
    const noPreflight = await test.call("OPTIONS", "/api/user");
    expect([noPreflight.statusCode, noPreflight.body]).toEqual([200, ""]);
    await test.close();
    const closed = await makeTestApp();
    const none = await closed.call("GET", "/api/health", { headers: { origin: "https://app.example.org" } });
    expect(none.headers).not.toHaveProperty("access-control-allow-origin");
    await closed.close();
  });

  it("lets no cache hand a photo that one origin asked for to another, or to another person", async () => {
    const test = await makeTestApp({ env: { CORS_ORIGINS: "https://app.example.org" } });
    const owner = await test.addUser("caches");
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#2c5d3f" } })
      .jpeg()
      .toBuffer();
    const { photoKey } = await test.addInsight(await test.addDevice("CACHED-1", [owner]), bytes);
    const { headers, statusCode } = await test.call(
      "GET",
      `/api/photo?deviceId=CACHED-1&photoUrl=${photoKey}`,
      { as: owner, headers: { origin: "https://app.example.org" } },
    );
    expect(statusCode).toBe(200);
    expect(String(headers.vary).toLowerCase().split(", ").sort()).toEqual(["authorization", "origin"]);
    await test.close();
  });

  it.each([
    ["https://tiles.example.org/{z}/{x}/{y}.png", "https://tiles.example.org"],
    ["https://{s}.tile.example.org:8443/{z}/{x}/{y}{r}.png", "https://*.tile.example.org:8443"],
  ])("allows the map's tiles %s by the policy as %s", async (url, origin) => {
    const test = await makeTestApp({ env: { RASTER_TILE_URL: url } });
    const { headers } = await test.call("GET", "/");
    expect(headers["content-security-policy"]).toContain(`img-src 'self' blob: data: ${origin};`);
    await test.close();
  });

  it("announces HTTPS for good only to who came by HTTPS", async () => {
    const test = await makeTestApp({ env: { TRUST_PROXY: "1" } });
    const by = (proto: string) =>
      test.call("GET", "/api/health", { headers: { "x-forwarded-proto": proto } });
    expect((await by("https")).headers["strict-transport-security"]).toBe("max-age=31536000");
    expect((await by("http")).headers).not.toHaveProperty("strict-transport-security");
    await test.close();
  });

  it("answers 503 at /api/health when the database does not answer", async () => {
    const test = await makeTestApp();
    await test.db.close();
    const answer = await test.call("GET", "/api/health");
    expect(answer.statusCode).toBe(503);
    expect(answer.json().code).toBe("unavailable");
    expect(answer.headers["retry-after"]).toBe("5");
    await test.app.close();
  });

  it("tells nothing of the inside when something breaks, and logs it under the number it gives", async () => {
    const lines: string[] = [];
    const test = await makeTestApp({
      env: { LOG_LEVEL: "info" },
      logStream: { write: (line) => void lines.push(line) },
    });
    const user = await test.addUser("unlucky");
    const token = user.token;
    await test.call("GET", `/api/user?secret=hidden`, { as: user });
    await test.db.close();
    const answer = await test.call("GET", "/api/user", { as: user });
    expect(answer.statusCode).toBe(500);
    const { code, errors } = answer.json();
    expect(code).toBe("internal");
    const number = /number ([\w-]{36})\.$/.exec(errors.general)?.[1] ?? "none";
    expect(answer.body).not.toMatch(/\bat \/|\.ts|sqlite|stack/i);
    const log = lines.join("");
    expect(log).toContain(number);
    expect(log).not.toContain(token);
    expect(log).not.toContain("hidden");
    await test.app.close();
  });
});
