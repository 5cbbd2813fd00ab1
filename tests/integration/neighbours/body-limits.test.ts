import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccessWorld, makeAccessWorld } from "../../support/server/access/access-world.ts";
import { speakingDevice } from "../../support/server/ingest-world.ts";

const KB = 1024;
const MB = 1024 * KB;

/** The calls that take more than fields, or nothing at all; every other takes 64 kB. */
const OTHER_LIMITS: Readonly<Record<string, readonly [bytes: number, words: string]>> = {
  "POST /api/unsubscribe": [4 * KB, "4 kB"],
  "POST /api/ingest/status": [160 * KB, "160 kB"],
  "PUT /api/alerts/settings": [MB, "1 MB"],
  "POST /api/devices/update": [MB, "1 MB"],
  "POST /api/integrations": [MB, "1 MB"],
  "PUT /api/integrations/:platform/notifications": [MB, "1 MB"],
  "PUT /api/integrations/:platform/groups": [MB, "1 MB"],
  "PUT /api/integrations/rules": [MB, "1 MB"],
  "POST /api/modelRelease": [MB, "1 MB"],
  "POST /api/stripe/webhook": [256 * KB, "256 kB"],
  "POST /api/updates/": [MB, "1 MB"],
  "POST /api/ingest/insights": [4 * MB, "4 MB"],
  "PUT /api/internal/users/:id/algs": [8 * MB, "8 MB"],
  "PUT /api/internal/users/:id/devices": [8 * MB, "8 MB"],
  "PUT /api/internal/users/:id/modelRelease": [8 * MB, "8 MB"],
};
/** Pictures: read as they come, up to limits of their own. */
const STREAMS = ["PUT /api/ingest/insights/:id/photo", "POST /api/user/image"];

describe("the body of a call", () => {
  let world: AccessWorld;
  let deviceKey: string;
  beforeAll(async () => {
    world = await makeAccessWorld();
    deviceKey = (await speakingDevice(world.test, "LIMITED-1", [world.people.member])).key;
  });
  afterAll(() => world.test.close());

  /** JSON of so many bytes that no call knows a field of. */
  const bodyOf = (bytes: number) => `{"x":"${"y".repeat(bytes - 8)}"}`;

  it("may have 64 kB, and more only where lists or texts are sent; what is larger is refused, with the limit (neighbour 3)", async () => {
    const { test, people } = world;
    const calls = test.app.routeAccess
      .filter(({ method }) => ["POST", "PUT", "DELETE"].includes(method))
      .map((route) => ({ ...route, name: `${route.method} ${route.url}` }));
    expect(calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...Object.keys(OTHER_LIMITS), ...STREAMS]),
    );
    for (const { name, method, url, access } of calls) {
      if (STREAMS.includes(name)) continue;
      const [bytes, words] = OTHER_LIMITS[name] ?? [64 * KB, "64 kB"];
      const person = access === "S" ? people.staff : people.member;
      const send = async (size: number) =>
        test.call(method as "POST", url.replace(/:\w+/g, "0"), {
          as: access === "P" ? undefined : access === "D" ? deviceKey : await test.signInAgain(person),
          headers: { "content-type": "application/json" },
          body: bodyOf(size),
        });
      expect([name, (await send(bytes)).statusCode]).not.toEqual([name, 413]);
      const refused = await send(bytes + 1);
      expect([name, refused.statusCode, refused.json()]).toEqual([
        name,
        413,
        {
          code: "too_large",
          errors: { general: `The request is too large: this call takes at most ${words}.` },
        },
      ]);
    }
  });

  it("holds the largest report, with every character of its start escaped", async () => {
    const report = `{"software_version":"1","summary":{"startup_data":"${"\\u2603".repeat(19_998)}"}}`;
    const answer = await world.test.call("POST", "/api/ingest/status", {
      as: deviceKey,
      headers: { "content-type": "application/json" },
      body: report,
    });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  });
});
