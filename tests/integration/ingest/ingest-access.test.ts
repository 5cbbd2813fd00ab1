import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../src/domain/time.ts";
import { fieldPhoto, type SpeakingDevice, speakingDevice } from "../../support/server/ingest-world.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

describe("the devices' own interface", () => {
  let test: TestApp;
  let ranger: TestUser;
  let camera: SpeakingDevice;
  let neighbour: SpeakingDevice;
  let photo: Buffer;
  beforeAll(async () => {
    test = await makeTestApp();
    ranger = await test.addUser("ranger");
    camera = await speakingDevice(test, "CAM-1", [ranger]);
    neighbour = await speakingDevice(test, "CAM-2", [ranger]);
    photo = await fieldPhoto(7);
  });
  afterAll(() => test.close());

  /**
   * Every call of the interface on rows of CAM-1, and the status for its own key, another Sentinel's, and anyone
   * else's.
   */
  async function everyCall(updateId: string) {
    return [
      {
        method: "POST",
        url: "insights",
        body: { insights: [{ source_id: "a", class_name: "lynx" }] },
        other: 200,
      },
      { method: "PUT", url: "insights/a/photo", body: photo, other: 404 },
      { method: "POST", url: "status", body: { battery_voltage: 4 }, other: 200 },
      { method: "GET", url: "update", body: undefined, other: 200 },
      { method: "POST", url: `update/${updateId}`, body: { status: "success" }, other: 404 },
    ] as const;
  }

  async function pendingUpdate(): Promise<string> {
    const model = await test.addModel("Mammals", [ranger], []);
    const release = await test.addRelease("Spring", [ranger], [model]);
    const settings = { cycleTime: 240, triggerNumber: 30, satelliteFixTime: null, satellitePasses: null };
    const body = { deviceIds: ["CAM-1"], firmwareReleaseTag: "release", algReleaseId: release, settings };
    const answer = await test.call("POST", "/api/devices/update", { as: ranger, body });
    return answer.json().message.deviceUpdateId;
  }

  it("is its own Sentinel's alone: nobody's, no user's, and of a neighbour's things nothing exists", async () => {
    const updateId = await pendingUpdate();
    const routes = test.app.routeAccess.filter(
      ({ url, method }) => url.startsWith("/api/ingest") && method !== "HEAD",
    );
    const calls = await everyCall(updateId);
    expect(routes.map(({ access }) => access)).toEqual(calls.map(() => "D"));
    for (const { method, url, body, other } of calls) {
      const ask = (as: string | undefined, headers = {}) =>
        test.call(method, `/api/ingest/${url}`, {
          as,
          body,
          headers: { ...(Buffer.isBuffer(body) ? { "content-type": "image/jpeg" } : {}), ...headers },
        });
      // The neighbour first: an insight of the same name there would be another one.
      if (url.endsWith("/photo")) {
        await test.db.write((transaction) =>
          transaction.deleteFrom("insights").where("device_ref", "=", neighbour.ref).execute(),
        );
      }
      const answers = [];
      for (const as of [undefined, ranger.token, "nobody's-key", neighbour.key, camera.key]) {
        answers.push((await ask(as)).statusCode);
      }
      expect({ url, answers }).toEqual({ url, answers: [401, 401, 401, other, 200] });
    }
    expect((await neighbour.row()).cycle_time).toBeNull();
    expect((await test.call("GET", "/api/ingest/update", { as: neighbour.key })).json()).toEqual({
      message: null,
    });
  });

  it("is all that a key opens: everywhere else it is unknown", async () => {
    for (const { method, url, access } of test.app.routeAccess) {
      if (access === "P" || access === "D" || method === "HEAD" || method === "OPTIONS") continue;
      const answer = await test.call(method as "GET", url.replaceAll(/:\w+/g, "1"), { as: camera.key });
      expect([url, answer.statusCode]).toEqual([url, 401]);
    }
  });

  it("ends for a Sentinel that has a new key or is no more", async () => {
    const old = await speakingDevice(test, "CAM-OLD");
    await test.db.write((transaction) =>
      transaction
        .updateTable("device_keys")
        .set({ key_hash: "another" })
        .where("device_ref", "=", old.ref)
        .execute(),
    );
    expect((await old.call("POST", "status", {})).statusCode).toBe(401);
  });

  it("has its own section in the documentation", async () => {
    const { paths, tags, components } = (await test.call("GET", "/api/docs/json")).json();
    const own = Object.entries<Record<string, { tags?: string[]; security?: object[] }>>(paths).filter(
      ([path]) => path.startsWith("/api/ingest"),
    );
    expect(own).toHaveLength(5);
    for (const [, methods] of own) {
      for (const call of Object.values(methods)) {
        expect(call).toMatchObject({ tags: ["Devices' own interface"], security: [{ deviceKey: [] }] });
      }
    }
    expect(tags).toMatchObject([{ name: "Devices' own interface" }]);
    expect(components.securitySchemes).toHaveProperty("deviceKey");
    const others = Object.entries<Record<string, { tags?: string[] }>>(paths).filter(
      ([path]) => !path.startsWith("/api/ingest"),
    );
    expect(
      others.flatMap(([, methods]) => Object.values(methods)).every((call) => call.tags === undefined),
    ).toBe(true);
  });

  it("slows a Sentinel that floods it, says for how long, and serves the others meanwhile", async () => {
    const flooder = await speakingDevice(test, "CAM-FLOOD");
    const answers = [];
    for (let burst = 0; burst < 110; burst += 1) {
      answers.push(...(await Promise.all([1, 2, 3, 4, 5, 6].map(() => flooder.call("GET", "update")))));
    }
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json()).toMatchObject({ code: "throttled" });
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect((await neighbour.call("GET", "update")).statusCode).toBe(200);
    for (const byMs of [HOUR_MS, -HOUR_MS]) {
      test.clock.set(byMs);
      const still = await flooder.call("GET", "update");
      expect([still.statusCode, still.headers["retry-after"]]).toEqual([429, "1"]);
    }
    test.clock.advance(1000 * Number(refused?.headers["retry-after"]));
    expect((await flooder.call("GET", "update")).statusCode).toBe(200);
  });

  it("counts the insights of a flood too, and how many of its calls are under way", async () => {
    const flooder = await speakingDevice(test, "CAM-MANY");
    const thousand = Array.from({ length: 1000 }, (_, at) => ({ source_id: at, class_name: "" }));
    for (let call = 0; call < 20; call += 1) await flooder.send(...thousand);
    const refused = await flooder.call("POST", "insights", { insights: thousand });
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
    test.clock.advance(60_000);
    const rush = await Promise.all(Array.from({ length: 200 }, () => flooder.call("GET", "update")));
    const served = rush.filter(({ statusCode }) => statusCode === 200);
    const busy = rush.filter(({ statusCode }) => statusCode === 429);
    // Eight at once, and one more for each that was answered before the last of the rush came in.
    expect(served.length).toBeGreaterThanOrEqual(8);
    expect(busy.length).toBeGreaterThan(0);
    expect(served.length + busy.length).toBe(rush.length);
    expect((await flooder.call("GET", "update")).statusCode).toBe(200);
  });

  it("says that the disk is full, takes nothing of such a call, and loses nothing that it took before", async () => {
    const full = await speakingDevice(test, "CAM-FULL");
    const items = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ source_id: `f${at}`, class_name: "lynx".repeat(40) }));
    await full.send(...items(10));
    const pages = (await sql<{ page_count: number }>`pragma page_count`.execute(test.db.reader)).rows[0]
      ?.page_count;
    // A limit on the writing connection, as on a full disk.
    const limit = (most: number) =>
      test.db.write((transaction) => sql.raw(`pragma max_page_count = ${most}`).execute(transaction));
    await limit(Number(pages));
    const refused = await full.call("POST", "insights", { insights: items(1000) });
    expect([refused.statusCode, refused.json().code]).toEqual([503, "storage_full"]);
    await limit(1_000_000_000);
    const again = await full.send(...items(1000));
    expect(again.map(({ result }) => result)).toEqual([
      ...Array.from({ length: 10 }, () => "duplicate"),
      ...Array.from({ length: 990 }, () => "created"),
    ]);
  });
});
