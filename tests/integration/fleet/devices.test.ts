import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authenticateDevice } from "../../../server/features/devices/device-key.ts";
import { hashSecret } from "../../../server/features/sessions/token.ts";
import { sweepAnsweredKeys } from "../../../server/jobs/sweep-answered-keys.ts";
import { DeviceAnswer, NewDeviceAnswer } from "../../../src/protocol/calls/device-calls.ts";
import { DeviceList } from "../../../src/protocol/fleet.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person } from "../../support/server/insight-world.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const DAY_MS = 86_400_000;

describe.each(DATABASE_KINDS)("Sentinels over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  let staff: TestUser;
  let logged = "";

  beforeAll(async () => {
    const logStream = {
      write(line: string) {
        logged += line;
      },
    };
    test = await makeTestApp({ kind, env: { LOG_LEVEL: "trace" }, logStream });
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
    staff = await test.addUser("staff", "staff");
  });
  afterAll(() => test.close());

  const post = (as: TestUser, body: unknown) => test.call("POST", "/api/devices", { as, body });
  const update = (as: TestUser, body: unknown, key?: string) =>
    test.call("POST", "/api/updateDevice", { as, body, headers: keyHeader(key) });
  const display = (as: TestUser, id: string, body: unknown, key?: string) =>
    test.call("PUT", `/api/devices/${id}/display`, { as, body, headers: keyHeader(key) });
  const devicesOf = async (as: TestUser) =>
    (await test.call("GET", "/api/getDevicesForUser", { as })).json().message;
  const device = async (as: TestUser, id: string) =>
    (await devicesOf(as)).find((one: { device_id: string }) => one.device_id === id);
  const groupsOf = async (as: TestUser) => (await test.call("GET", "/api/v2/groups", { as })).json().message;

  it("are read all, by name, or the one that is named; another's is none, like one that does not exist [DEV-27]", async () => {
    const reader = await test.addUser("reader", "restricted");
    await test.addDevice("READ-2", [reader], { preferred_name: "Alder" });
    await test.addDevice("READ-1", [reader, ada], { preferred_name: "Birch" });
    await test.addDevice("READ-3", [ben]);
    const read = async (query: string) => {
      const answer = await test.call("GET", `/api/getDevicesForUser${query}`, { as: reader });
      return [answer.statusCode, answer.json().message?.map((one: { device_id: string }) => one.device_id)];
    };
    expect(await read("")).toEqual([200, ["READ-2", "READ-1"]]);
    expect(await read("?device_id=READ-1")).toEqual([200, ["READ-1"]]);
    for (const other of ["READ-3", "NOWHERE", "read-1", ""]) {
      expect(await read(`?device_id=${other}`)).toEqual([200, []]);
    }
    expect((await read("?device_id=READ-1&device_id=READ-3"))[0]).toBe(400);
  });

  describe("that are registered", () => {
    it("are the caller's at once, with a key that is shown once and kept as a hash [DEV-33] [DEV-27]", async () => {
      const answer = await post(ada, { device_id: " SENT-1 ", device_name: "CAM-1" });
      expect(answer.statusCode).toBe(200);
      expect([...Compile(NewDeviceAnswer).Errors(answer.json())]).toEqual([]);
      const { message, ingestKey, claimCode } = answer.json();
      expect(message).toMatchObject({ device_id: "SENT-1", device_name: "CAM-1", group_id: null });
      expect(claimCode).toBeNull();
      expect(Buffer.from(ingestKey, "base64url")).toHaveLength(32);
      expect(await authenticateDevice(test.deps, ingestKey)).toMatchObject({ deviceId: "SENT-1" });
      expect(await authenticateDevice(test.deps, hashSecret(ingestKey))).toBeNull();
      const stored = await test.db.reader.selectFrom("device_keys").selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(ingestKey);
      expect(logged).not.toContain(ingestKey);
      expect(await device(ada, "SENT-1")).toEqual(message);
      expect(await device(ben, "SENT-1")).toBeUndefined();
    });

    it("have every field, and a summary of four [DEV-13] [DEV-14] [DEV-15]", async () => {
      const ref = await test.addDevice("FULL", [ada], { summary: JSON.stringify({ image_count: 6 }) });
      const algId = await test.addModel("Mammals", [ada], [ref]);
      const list = { message: await devicesOf(ada) };
      expect([...Compile(DeviceList).Errors(list)]).toEqual([]);
      expect(await device(ada, "FULL")).toMatchObject({
        summary: { space_remaining: null, image_count: 6, cycle_count: null, startup_data: null },
        alg_ids: [algId],
        models: [algId],
      });
    });

    it("are called by the preferred name, else their own, else Unnamed [DEV-16]", async () => {
      const names = async () => (await device(ada, "NAMES")).display_name;
      await post(ada, { device_id: "NAMES" });
      expect(await names()).toBe("Unnamed");
      await update(ada, { device_id: "NAMES", cycle_time: "60", device_name: "CAM-9" });
      expect(await names()).toBe("CAM-9");
      await display(ada, "NAMES", { display_name: "Waterhole" });
      expect(await names()).toBe("Waterhole");
      await display(ada, "NAMES", { display_name: null });
      expect(await names()).toBe("CAM-9");
    });

    it("take their place's name from location, and degrees from text or numbers [DEV-17] [DEV-18]", async () => {
      const placed = await post(ada, { device_id: "PLACED", location: "North", lat: "-1.5", long: 36.75 });
      expect(placed.json().message).toMatchObject({
        location: "North",
        location_name: "North",
        latitude: -1.5,
        longitude: 36.75,
      });
    });

    it("are refused by field", async () => {
      const refused = async (body: object) => {
        const answer = await post(ada, { device_id: "REFUSED", ...body });
        expect([answer.statusCode, answer.json().code]).toEqual([400, "invalid"]);
        return answer.json().errors;
      };
      expect(await refused({ device_id: undefined })).toHaveProperty("device_id");
      for (const device_id of ["", "  ", "x".repeat(65), "a/\nb", "..", "update", "ä"]) {
        expect(await refused({ device_id })).toHaveProperty("device_id");
      }
      expect(await refused({ device_name: "n".repeat(31) })).toHaveProperty("device_name");
      expect(await refused({ location: "n".repeat(31) })).toHaveProperty("location");
      expect(await refused({ lat: "91", long: "0" })).toHaveProperty("lat");
      expect(await refused({ lat: "0", long: "-180.5" })).toHaveProperty("long");
      expect(await refused({ lat: "1" })).toHaveProperty("long");
      expect(await refused({ long: "1" })).toHaveProperty("lat");
      expect(await device(ada, "REFUSED")).toBeUndefined();
    });

    it("are registered once, whosesoever they are", async () => {
      await post(ada, { device_id: "ONCE" });
      const again = await Promise.all([post(ada, { device_id: "ONCE" }), post(ben, { device_id: "ONCE" })]);
      expect(again.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
      expect(again.map((answer) => answer.json().errors.device_id)).toEqual([
        "You have this Sentinel already.",
        "A Sentinel with this id is registered already.",
      ]);
      const race = await Promise.all([1, 2, 3].map(() => post(ada, { device_id: "RACE" })));
      expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    });

    it("by staff for nobody are taken over with their claim code, once", async () => {
      const forbidden = await post(ada, { device_id: "STOCK", unassigned: true });
      expect(forbidden.statusCode).toBe(403);
      const entered = (await post(staff, { device_id: "STOCK", unassigned: true, location: "Store" })).json();
      expect(entered.message.device_id).toBe("STOCK");
      expect(await device(staff, "STOCK")).toBeUndefined();
      const { ingestKey, claimCode } = entered;
      expect(await authenticateDevice(test.deps, ingestKey)).toMatchObject({ deviceId: "STOCK" });

      for (const body of [
        { device_id: "STOCK" },
        { device_id: "STOCK", claim_code: ingestKey },
        { device_id: "ONCE", claim_code: claimCode },
        { device_id: "NOWHERE", claim_code: claimCode },
      ]) {
        const wrong = await post(ben, body);
        expect([wrong.statusCode, wrong.json().code]).toEqual([409, "conflict"]);
        expect(wrong.json().errors).toHaveProperty("device_id");
      }
      const claim = { device_id: "STOCK", claim_code: claimCode, device_name: "Ben's" };
      const race = await Promise.all([post(ben, claim), post(ada, claim)]);
      expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const [winner, loser] = race[0].statusCode === 200 ? [ben, ada] : [ada, ben];
      expect((race.find(({ statusCode }) => statusCode === 200) ?? race[0]).json()).toMatchObject({
        message: { device_name: "Ben's", location_name: "Store" },
        ingestKey: null,
        claimCode: null,
      });
      expect((await post(winner, claim)).statusCode).toBe(200);
      expect((await post(loser, claim)).statusCode).toBe(409);
      expect(await authenticateDevice(test.deps, ingestKey)).toMatchObject({ deviceId: "STOCK" });
      expect(logged).not.toContain(claimCode);
    });

    it("get a new key, with which the old one ends", async () => {
      const { ingestKey: first } = (await post(ada, { device_id: "KEYED" })).json();
      const answer = await test.call("POST", "/api/devices/KEYED/key", { as: ada });
      const { ingestKey: second } = answer.json();
      expect(await authenticateDevice(test.deps, first)).toBeNull();
      expect(await authenticateDevice(test.deps, second)).toMatchObject({ deviceId: "KEYED" });
      expect((await test.call("POST", "/api/devices/KEYED/key", { as: ben })).statusCode).toBe(404);
    });
  });

  describe("that are edited", () => {
    beforeAll(async () => {
      const columns = { device_name: "CAM-E", sync_time: 60, cycle_time: 690, location_name: "South" };
      await test.addDevice("EDIT", [ada, ben], columns);
    });

    it("take name, times, group and place as text or numbers; absent stays, empty clears [DEV-28]", async () => {
      const groupId = await test.addGroup(ada, "Edited", []);
      const answer = await update(ada, {
        device_id: "EDIT",
        device_name: "CAM-F",
        cycle_time: "5",
        sync_time: "120",
        group_id: Number(groupId),
        location: " River ",
        lat: "-2.5",
        long: "34.8",
      });
      expect([...Compile(DeviceAnswer).Errors(answer.json())]).toEqual([]);
      expect(answer.json().message).toMatchObject({
        device_name: "CAM-F",
        cycle_time: 5,
        sync_time: 120,
        group_id: groupId,
        location: "River",
        location_name: "River",
        latitude: -2.5,
        longitude: 34.8,
      });
      expect(await device(ada, "EDIT")).toEqual(answer.json().message);
      const same = (await update(ada, { device_id: "EDIT", cycle_time: 5 })).json().message;
      expect(same).toEqual(answer.json().message);
      const empty = { device_id: "EDIT", cycle_time: "5", group_id: "", location: "", lat: "", long: "" };
      const cleared = await update(ada, { ...empty, device_name: "", sync_time: "" });
      expect(cleared.json().message).toMatchObject({
        device_name: null,
        sync_time: null,
        group_id: null,
        location: null,
        latitude: null,
        longitude: null,
      });
    });

    it("need a cycle time of 1 to 2880 minutes [DEV-09]", async () => {
      const cycleTime = async (cycle_time?: unknown) => {
        const answer = await update(ada, { device_id: "EDIT", cycle_time });
        return answer.statusCode === 200 ? 200 : answer.json().errors.cycle_time;
      };
      for (const none of [undefined, "", "  ", null])
        expect(await cycleTime(none)).toBe("No cycle time given");
      for (const bad of ["0", "2881", "7.5", "soon", -1]) {
        expect(await cycleTime(bad)).toBe("Give whole minutes from 1 to 2880.");
      }
      expect(await Promise.all(["1", 2880].map(cycleTime))).toEqual([200, 200]);
    });

    it("keep to the limits of text and of degrees [DEV-03] [DEV-05]", async () => {
      const errorsOf = async (body: object) => {
        const answer = await update(ada, { device_id: "EDIT", cycle_time: "60", ...body });
        expect(answer.statusCode).toBe(400);
        return Object.keys(answer.json().errors).filter((field) => field !== "general");
      };
      expect(await errorsOf({ device_name: "n".repeat(31) })).toEqual(["device_name"]);
      expect(await errorsOf({ location: "n".repeat(31) })).toEqual(["location"]);
      expect(await errorsOf({ lat: "90.1", long: "0" })).toEqual(["lat"]);
      expect(await errorsOf({ lat: 0, long: 180.1 })).toEqual(["long"]);
      expect(await errorsOf({ lat: "-", long: "1" })).toEqual(["lat"]);
      expect(await errorsOf({ lat: "1" })).toEqual(["long"]);
      expect(await errorsOf({ lat: "", long: "1" })).toEqual(["lat"]);
      expect(await errorsOf({ long: "" })).toEqual(["lat"]);
      expect(await errorsOf({ sync_time: "soon" })).toEqual(["sync_time"]);
      expect(
        (await update(ada, { device_id: "EDIT", cycle_time: "60", lat: "90", long: "-180" })).statusCode,
      ).toBe(200);
    });

    it("are 404 for another's Sentinel, and nothing changes with an unknown group", async () => {
      await test.addDevice("OTHERS", [ben]);
      expect((await update(ada, { device_id: "OTHERS", cycle_time: "60" })).statusCode).toBe(404);
      expect((await display(ada, "OTHERS", { description: "mine" })).statusCode).toBe(404);
      const bens = await test.addGroup(ben, "Ben's own", []);
      const before = await device(ada, "EDIT");
      for (const group_id of [bens, "999999", "north"]) {
        const answer = await update(ada, { device_id: "EDIT", cycle_time: "77", group_id });
        expect(answer.statusCode).toBe(404);
      }
      expect(await device(ada, "EDIT")).toEqual(before);
    });

    it("take what people see, and null clears it [DEV-29] [DEV-04] [DEV-06]", async () => {
      const edited = {
        display_name: "n".repeat(30),
        description: "d".repeat(100),
        location_name: "l".repeat(30),
        location_description: "p".repeat(100),
        latitude: 90,
        longitude: -180,
      };
      const answer = await display(ada, "EDIT", edited);
      expect(answer.json().message).toMatchObject({ ...edited, location: edited.location_name });
      const seen = await device(ben, "EDIT");
      expect(seen).toMatchObject(edited);
      const nulls = Object.fromEntries(Object.keys(edited).map((name) => [name, null]));
      const cleared = (await display(ada, "EDIT", nulls)).json().message;
      expect(cleared).toMatchObject({ ...nulls, display_name: cleared.device_name ?? "Unnamed" });
    });

    it("are refused by field where a text is too long, a position is half or nothing is named", async () => {
      const errorsOf = async (body: object) => {
        const answer = await display(ada, "EDIT", body);
        expect(answer.statusCode).toBe(400);
        return Object.keys(answer.json().errors);
      };
      for (const [field, limit] of [
        ["display_name", 30],
        ["description", 100],
        ["location_name", 30],
        ["location_description", 100],
      ] as const) {
        expect(await errorsOf({ [field]: "x".repeat(limit + 1) })).toContain(field);
      }
      expect(await errorsOf({ latitude: 90.5, longitude: 0 })).toContain("latitude");
      expect(await errorsOf({ latitude: 1 })).toContain("longitude");
      expect(await errorsOf({ colour: "green" })).toEqual(["general"]);
      expect(await device(ada, "EDIT")).toMatchObject({ latitude: null, longitude: null });
    });

    it("change once under a key, which answers as it did the first time", async () => {
      const rename = (device_name: string, key: string, as = ada) =>
        update(as, { device_id: "EDIT", cycle_time: "60", device_name }, key);
      const first = await rename("One", "key-1");
      await rename("Two", "key-2");
      const again = await rename("One", "key-1");
      expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
      expect((await device(ada, "EDIT")).device_name).toBe("Two");
      const reused = await rename("Three", "key-1");
      expect([reused.statusCode, reused.json().code]).toEqual([422, "key_reused"]);
      expect((await display(ada, "EDIT", { description: "x" }, "key-1")).json().code).toBe("key_reused");
      expect((await rename("Ben's", "key-1", ben)).statusCode).toBe(200);
      expect((await rename("Long", "k".repeat(201))).statusCode).toBe(400);

      const noted = await display(ada, "EDIT", { description: "first" }, "key-3");
      await display(ada, "EDIT", { description: "second" });
      expect((await display(ada, "EDIT", { description: "first" }, "key-3")).json()).toEqual(noted.json());
      expect((await device(ada, "EDIT")).description).toBe("second");
    });

    it("may be tried again under a key whose call failed", async () => {
      const body = { device_id: "LATER", cycle_time: "60" };
      expect((await update(ada, body, "key-4")).statusCode).toBe(404);
      await test.addDevice("LATER", [ada]);
      expect((await update(ada, body, "key-4")).statusCode).toBe(200);
    });

    it("change once where the same key comes several times at once", async () => {
      const body = { device_id: "EDIT", cycle_time: "61" };
      const answers = await Promise.all([1, 2, 3, 4].map(() => update(ada, body, "key-5")));
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
      expect(answers[0]?.statusCode).toBe(200);
    });

    it("keep a key for 120 days", async () => {
      const nowMs = test.clock.now();
      expect(await sweepAnsweredKeys(test.db, nowMs + 120 * DAY_MS)).toBe(0);
      expect(await sweepAnsweredKeys(test.db, nowMs + 122 * DAY_MS)).toBeGreaterThan(4);
    });
  });

  describe("that are cleared", () => {
    const clear = (as: TestUser, id: string, query: string) =>
      test.call("DELETE", `/api/dataClearing/${id}?${query}`, { as });

    it("lose what is named, and only with the flag true [DEV-32]", async () => {
      const spot = { latitude: 1, longitude: 2, location_name: "Hill" };
      await test.addDevice("CLEAR", [ada], spot);
      for (const query of ["", "location=false", "insights=1", "ownership=", "location=true&insights=no"]) {
        expect((await clear(ada, "CLEAR", query)).statusCode).toBe(400);
      }
      expect((await clear(ada, "CLEAR", "insights=1")).json().errors).toHaveProperty("insights");
      expect(await device(ada, "CLEAR")).toMatchObject(spot);
      const answer = await clear(ada, "CLEAR", "location=true");
      expect(answer.json()).toEqual({
        message: { device_id: "CLEAR", location: true, insights: false, ownership: false },
      });
      expect(await device(ada, "CLEAR")).toMatchObject({ latitude: null, longitude: null, location: "Hill" });
      expect((await clear(ben, "CLEAR", "location=true")).statusCode).toBe(404);
      expect((await clear(ada, "NOWHERE", "location=true")).statusCode).toBe(404);
    });

    it("are taken from the caller alone, with group, alerts and updates [DEV-30] [DEV-10]", async () => {
      const ref = await test.addDevice("SHARED", [ada, ben], { latitude: 1, longitude: 2 });
      const group = await test.addGroup(ada, "Shared", [ref]);
      await test.addAlert(ada, ref);
      await test.addAlert(ben, ref);
      const asked = await test.call("POST", "/api/devices/update", {
        as: ada,
        body: {
          deviceIds: ["SHARED"],
          firmwareReleaseTag: "release",
          algReleaseId: await test.addRelease("Spring", [ada]),
          settings: { cycleTime: 690, triggerNumber: 30, satelliteFixTime: 5, satellitePasses: null },
        },
      });
      expect([asked.statusCode, (await device(ben, "SHARED")).device_update_status]).toEqual([
        200,
        "pending",
      ]);
      const answer = await clear(ada, "SHARED", "ownership=true&location=true");
      expect(answer.json().message).toEqual({
        device_id: "SHARED",
        location: true,
        insights: false,
        ownership: true,
      });
      expect(await device(ada, "SHARED")).toBeUndefined();
      expect(
        (await groupsOf(ada)).find((one: { group_id: string }) => one.group_id === group).devices,
      ).toEqual([]);
      expect(await device(ben, "SHARED")).toMatchObject({ latitude: null, device_update_status: "dropped" });
      expect((await test.call("GET", "/api/devices/update", { as: ada })).json().message).toEqual([]);
      const alerts = await test.db.reader
        .selectFrom("alerts")
        .select("user_id")
        .where("device_ref", "=", ref)
        .execute();
      expect(alerts).toEqual([{ user_id: ben.userId }]);
      for (const query of ["ownership=true", "insights=true"]) {
        expect((await clear(ada, "SHARED", query)).statusCode).toBe(404);
      }
    });

    it("cannot be claimed any more once somebody whom staff gave them to gave them up", async () => {
      const { claimCode } = (await post(staff, { device_id: "GIVEN-UP", unassigned: true })).json();
      await test.db.write((transaction) =>
        transaction
          .insertInto("device_users")
          .columns(["device_ref", "user_id", "after_insight_id", "granted_at"])
          .expression((eb) =>
            eb
              .selectFrom("devices")
              .select(["device_ref", eb.val(ada.userId).as("u"), eb.val(0).as("a"), eb.val(0).as("g")])
              .where("device_id", "=", "GIVEN-UP"),
          )
          .execute(),
      );
      const claim = { device_id: "GIVEN-UP", claim_code: claimCode };
      expect((await post(ben, claim)).statusCode).toBe(409);
      expect((await clear(ada, "GIVEN-UP", "ownership=true")).statusCode).toBe(200);
      for (const as of [ada, ben]) expect((await post(as, claim)).statusCode).toBe(409);
    });
  });
});

describe.each(DATABASE_KINDS)("clearing a Sentinel, seen by mirrors over $name", (kind) => {
  let world: InsightWorld;
  beforeAll(async () => {
    world = await InsightWorld.open(kind);
  });
  afterAll(() => world.close());

  async function pull(person: Person, mirror: MirrorModel): Promise<void> {
    for (let more = true; more; ) {
      const page = await world.sync(person, mirror.cursor, "limit=50");
      mirror.apply(page);
      more = page.more;
    }
  }

  async function twoMirrors() {
    const [ada, ben] = [await world.person(), await world.person()];
    const kept = await world.device(ada, ben);
    const cleared = await world.device(ada, ben);
    await world.insights(kept.ref, [{}, {}]);
    const [first = ""] = await world.insights(cleared.ref, [{}, {}, {}]);
    await world.photo(first, Buffer.from(`photo of ${cleared.id}`));
    const mirrors = { ada: new MirrorModel(), ben: new MirrorModel() };
    await pull(ada, mirrors.ada);
    await pull(ben, mirrors.ben);
    expect(mirrors.ada.tables.insights.size).toBe(5);
    const clear = async (query: string) => {
      const url = `/api/dataClearing/${cleared.id}?${query}`;
      const headers = { authorization: `Bearer ${ada.token}` };
      expect((await world.app.inject({ method: "DELETE", url, headers })).statusCode).toBe(200);
      await pull(ada, mirrors.ada);
      await pull(ben, mirrors.ben);
    };
    return { kept, cleared, mirrors, clear };
  }

  it("drops its insights and photos from all mirrors, and the Sentinel stays [DEV-31] [DEV-11]", async () => {
    const { cleared, mirrors, clear } = await twoMirrors();
    await clear("insights=true");
    for (const { tables } of [mirrors.ada, mirrors.ben]) {
      expect([tables.insights.size, tables.photos.size, tables.devices.size]).toEqual([2, 0, 2]);
      expect(tables.devices.has(cleared.id)).toBe(true);
    }
  });

  it("drops the Sentinel with all of its rows from the caller's mirror alone [DEV-30]", async () => {
    const { kept, mirrors, clear } = await twoMirrors();
    await clear("ownership=true");
    const { tables } = mirrors.ada;
    expect([[...tables.devices.keys()], tables.insights.size, tables.photos.size]).toEqual([[kept.id], 2, 0]);
    expect([mirrors.ben.tables.devices.size, mirrors.ben.tables.insights.size]).toEqual([2, 5]);
  });

  it("does all that is named in one call", async () => {
    const { mirrors, clear } = await twoMirrors();
    await clear("location=true&insights=true&ownership=true");
    expect([mirrors.ada.tables.devices.size, mirrors.ada.tables.insights.size]).toEqual([1, 2]);
    expect([mirrors.ben.tables.devices.size, mirrors.ben.tables.insights.size]).toEqual([2, 2]);
  });
});

function keyHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { "idempotency-key": key };
}
