import { randomBytes } from "node:crypto";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { type SpeakingDevice, speakingDevice } from "../../support/server/ingest-world.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const MB = 1024 * 1024;

describe("a gzipped upload that is answered before it was read", () => {
  let test: TestApp;
  let port: number;
  let camera: SpeakingDevice;
  beforeAll(async () => {
    test = await makeTestApp();
    camera = await speakingDevice(test, "CAM-1", [await test.addUser("ranger")]);
    await test.app.listen({ host: "127.0.0.1", port: 0 });
    port = (test.app.server.address() as AddressInfo).port;
  });
  afterAll(() => test.close());

  /** Sends two requests on one connection, the second after the answer to the first. @returns both statuses */
  function sendTwo(heading: readonly string[], body: Buffer): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const statuses: string[] = [];
      const socket = connect(port, "127.0.0.1");
      socket.on("error", reject);
      socket.on("close", () => resolve(statuses));
      socket.on("data", (bytes) => {
        for (const [, status = ""] of String(bytes).matchAll(/HTTP\/1\.1 (\d+)/g)) statuses.push(status);
        if (statuses.length === 2) socket.destroy();
        else socket.write("GET /api/config HTTP/1.1\r\nHost: a\r\n\r\n");
      });
      socket.write([...heading, "Host: a", `Content-Length: ${body.length}`, "", ""].join("\r\n"));
      socket.write(body);
    });
  }

  const unknown = "/api/ingest/insights/none/photo";
  it.each([
    ["for an insight that is unknown", "PUT", unknown, () => gzipSync(randomBytes(6 * MB)), 404],
    [
      "that grows beyond the limit",
      "POST",
      "/api/ingest/insights",
      () => gzipSync(Buffer.alloc(60 * MB)),
      413,
    ],
    [
      "that grows beyond the limit early",
      "POST",
      "/api/ingest/insights",
      () => Buffer.concat([gzipSync(Buffer.alloc(60 * MB)), gzipSync(randomBytes(3 * MB))]),
      413,
    ],
    [
      "that is no gzip",
      "POST",
      "/api/ingest/insights",
      () => Buffer.concat([Buffer.from("no gzip"), randomBytes(2 * MB)]),
      400,
    ],
    ["of an unknown kind", "POST", "/api/ingest/insights", () => randomBytes(2 * MB), 415],
    ["without a key", "POST", "/api/ingest/insights", () => gzipSync(randomBytes(2 * MB)), 401],
  ] as const)("%s leaves the connection usable (neighbour 8)", async (what, method, path, bodyOf, status) => {
    const heading = [
      `${method} ${path} HTTP/1.1`,
      "Content-Type: application/json",
      `Content-Encoding: ${status === 415 ? "zstd" : "gzip"}`,
      ...(status === 401 ? [] : [`Authorization: Bearer ${camera.key}`]),
    ];
    expect([what, ...(await sendTwo(heading, bodyOf()))]).toEqual([what, String(status), "200"]);
  });
});

const JSON_BODY = { "content-type": "application/json" };

describe.each(DATABASE_KINDS)("awkward requests, on $name", (kind) => {
  let test: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    user = await test.addUser("member");
  });
  afterAll(() => test.close());

  it("that nest lists ten thousand deep are refused with and without an idempotency key (neighbour 8)", async () => {
    const deep = "[".repeat(10_000) + "]".repeat(10_000);
    for (const headers of [{ "idempotency-key": "deep" }, {}] as Record<string, string>[]) {
      const answer = await test.call("POST", "/api/v2/groups", {
        as: user,
        headers: { "content-type": "application/json", ...headers },
        body: `{"groupName":"Deep","extra":${deep}}`,
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors.general).toContain("more than 32 deep");
    }
    expect((await test.call("GET", "/api/v2/groups", { as: user })).json().message).toEqual([]);
  });

  it("that have over a hundred thousand lists and objects are refused before they are made (neighbour 3)", async () => {
    const answers = [];
    for (const count of [99_997, 99_999]) {
      const body = `{"insights":[${Array(count).fill("{}").join(",")}]}`;
      answers.push(await test.call("POST", "/api/updates/", { as: user, body, headers: JSON_BODY }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400]);
    const [allowed, refused] = answers.map((answer) => answer.json().errors);
    expect(allowed.insights).toContain("1000");
    expect(refused).toEqual({ general: "The request has more than 100,000 lists and objects." });
  });

  it("name a call in other letters, and their answers are stored nowhere either (neighbour 8)", async () => {
    for (const url of [
      "/%61pi/user",
      "/a%70i/user",
      "/api/us%65r",
      "http://example.org/api/user",
      "/%61pi/nothing",
    ]) {
      const { headers, statusCode } = await test.call("GET", url, { as: user });
      expect([url, statusCode]).toEqual([url, url.includes("nothing") ? 404 : 200]);
      expect([url, headers["cache-control"]]).toEqual([url, "no-store"]);
      expect(headers["understory-protocol"]).toBe("1");
    }
  });

  it("want a user name that looks like another's, or like none (neighbour 8)", async () => {
    const signUp = (username: string, firstName = "Ada") =>
      test.call("POST", "/api/signup", {
        body: {
          firstName,
          lastName: "Test",
          phoneNumber: "7012345678",
          country: "Kenya",
          username,
          email: `${encodeURIComponent(username).replaceAll("%", "").toLowerCase()}@example.org`,
          password: TEST_PASSWORD,
          confirmPassword: TEST_PASSWORD,
        },
      });
    for (const name of [
      "mem\u200bber",
      "\u202erebmem",
      "member\u{e0041}",
      "mem\u00a0ber",
      "member\u2800",
      "\u3164",
    ]) {
      const answer = await signUp(name);
      expect([name, answer.statusCode]).toEqual([name, 400]);
      expect(Object.keys(answer.json().errors)).toContain("username");
    }
    expect(Object.keys((await signUp("plain", "\u200b\u2060")).json().errors)).toContain("firstName");
    expect((await signUp("Zoë van Dijk 象")).statusCode).toBe(200);
  });

  it("ask for the health of a server whose disk is full, and are told so (neighbour 8)", async () => {
    expect((await test.call("GET", "/api/health")).statusCode).toBe(200);
    const other = await makeTestApp({ kind });
    const noSpace = Object.assign(new Error("no space left"), {
      code: kind.name === "SQLite" ? "SQLITE_FULL" : "53100",
    });
    other.db.write = () => Promise.reject(noSpace);
    const answer = await other.call("GET", "/api/health");
    expect(answer.statusCode).toBe(503);
    expect(answer.json().code).toBe("storage_full");
    await other.close();
  });
});
