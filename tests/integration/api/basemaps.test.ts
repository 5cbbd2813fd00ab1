import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBasemap } from "../../../server/features/basemaps/service.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

describe("map files of the operator", () => {
  let test: TestApp;
  let ranger: TestUser;
  beforeAll(async () => {
    test = await makeTestApp({
      env: {
        RASTER_TILE_URL: "https://{s}.tiles.example.org/{z}/{x}/{y}.png",
        RASTER_TILE_ATTRIBUTION: "© <b>Tile</b> makers",
      },
    });
    ranger = await test.addUser("ranger");
  });
  afterAll(() => test.close());
  const put = (name: string, content: string) => {
    mkdirSync(join(test.dataDir, "basemaps"), { recursive: true });
    writeFileSync(join(test.dataDir, "basemaps", name), content);
  };
  const listed = async () => (await test.call("GET", "/api/basemaps", { as: ranger })).json().message.files;
  const inConfig = async (as?: TestUser) =>
    (await test.call("GET", "/api/config", as ? { as } : {})).json().message.basemaps;

  it("are offered by name and size as soon as they lie in the data folder", async () => {
    expect(await listed()).toEqual([]);
    put("Mara park, 2026.pmtiles", "PMTiles and more");
    put("notes.txt", "not a map");
    put(".part.pmtiles", "half a map");
    mkdirSync(join(test.dataDir, "basemaps", "folder.pmtiles"));
    const offered = [
      { name: "Mara park, 2026", url: "/api/basemaps/Mara%20park%2C%202026.pmtiles", bytes: 16 },
    ];
    expect(await listed()).toEqual(offered);
    expect(await inConfig(ranger)).toEqual(offered);
  });

  it("are named to people who are signed in alone", async () => {
    put("Secret valley.pmtiles", "PMTiles");
    expect((await test.call("GET", "/api/basemaps")).statusCode).toBe(401);
    expect(await inConfig()).toEqual([]);
    const stale = await test.call("GET", "/api/config", { headers: { authorization: "Bearer none" } });
    expect([stale.statusCode, stale.json().message.basemaps]).toEqual([200, []]);
    expect((await inConfig(ranger)).map(({ name }: { name: string }) => name)).toContain("Secret valley");
  });

  it("come with whose data the online tiles show", async () => {
    const answer = await test.call("GET", "/api/basemaps", { as: ranger });
    expect(answer.json().message.rasterAttribution).toBe("© <b>Tile</b> makers");
  });

  it("are regular files: a link is neither named nor followed", async () => {
    writeFileSync(join(test.dataDir, "outside.pmtiles"), "another's map");
    symlinkSync(join(test.dataDir, "outside.pmtiles"), join(test.dataDir, "basemaps", "link.pmtiles"));
    expect((await listed()).map(({ name }: { name: string }) => name)).not.toContain("link");
    const answer = await test.call("GET", "/api/basemaps/link.pmtiles", { as: ranger });
    expect(answer.statusCode).toBe(404);
  });

  it("are read by ranges, and known again by their tag", async () => {
    put("ranges.pmtiles", "0123456789");
    const part = await test.call("GET", "/api/basemaps/ranges.pmtiles", {
      as: ranger,
      headers: { range: "bytes=3-5" },
    });
    expect([part.statusCode, part.body, part.headers["content-range"]]).toEqual([206, "345", "bytes 3-5/10"]);
    const again = await test.call("GET", "/api/basemaps/ranges.pmtiles", {
      as: ranger,
      headers: { "if-none-match": String(part.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    put("ranges.pmtiles", "another map");
    const changed = await test.call("GET", "/api/basemaps/ranges.pmtiles", { as: ranger });
    expect(changed.headers.etag).not.toBe(part.headers.etag);
  });

  it("are all that can be read: no path leads out of their folder", async () => {
    writeFileSync(join(test.dataDir, "secret.pmtiles"), "secret");
    for (const file of [
      "..%2Fsecret.pmtiles",
      "notes.txt",
      "folder.pmtiles",
      ".part.pmtiles",
      "%2e%2e",
      "none.pmtiles",
    ]) {
      const answer = await test.call("GET", `/api/basemaps/${file}`, { as: ranger });
      expect([file, answer.statusCode]).toEqual([file, 404]);
    }
  });

  it("are not found where they are removed, or become links, while they are asked for", async () => {
    for (const change of [rmSync, replaceByLink]) {
      put("fleeting.pmtiles", "0123456789");
      const file = await openBasemap(test.config, "fleeting.pmtiles");
      change(join(test.dataDir, "basemaps", "fleeting.pmtiles"));
      await expect(file.open()).rejects.toMatchObject({ status: 404, code: "not_found" });
      rmSync(join(test.dataDir, "basemaps", "fleeting.pmtiles"), { force: true });
    }
  });

  it("names the origin of online tiles in the content policy, and no other", async () => {
    const { headers } = await test.call("GET", "/api/config");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("img-src 'self' blob: data: https://*.tiles.example.org;");
  });
});

function replaceByLink(path: string): void {
  rmSync(path);
  symlinkSync("/etc/hostname", path);
}
