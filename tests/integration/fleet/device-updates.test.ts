import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  dropUpdatesOf,
  pendingUpdateFor,
  reportUpdate,
} from "../../../server/features/device-updates/device-side.ts";
import { UPDATE_STATUSES } from "../../../src/domain/device/device-update.ts";
import { UpdateList } from "../../../src/protocol/device-updates.ts";
import type { Device, Update } from "../../../src/protocol/shapes.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { updateOf } from "../../support/server/access/access-world.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const MISSING = "Please fill in all required fields.";
const updateList = Compile(UpdateList);

describe.each(DATABASE_KINDS)("updates of Sentinels over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  let staff: TestUser;
  let release: string;
  let serial = 0;

  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
    staff = await test.addUser("staff", "staff");
    const model = await test.addModel("Mammals", [ada], []);
    release = await test.addRelease("Spring", [ada, ben, staff], [model]);
  });
  afterAll(() => test.close());

  /** A new Sentinel of these people, so that tests do not affect each other. */
  async function sentinel(...owners: TestUser[]): Promise<{ id: string; ref: number }> {
    const id = `SN-${++serial}`;
    return { id, ref: await test.addDevice(id, owners) };
  }

  const order = (as: TestUser, body: object) => test.call("POST", "/api/devices/update", { as, body });
  const drop = (as: TestUser, id: string, status = "dropped") =>
    test.call("PUT", `/api/devices/update/${id}`, { as, body: { status } });
  const listOf = async (as: TestUser): Promise<Update[]> =>
    (await test.call("GET", "/api/devices/update", { as })).json().message;

  async function ordered(as: TestUser, ...ids: string[]): Promise<Update> {
    const answer = await order(as, { ...updateOf("", release), deviceIds: ids });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().message;
  }

  async function statusOf(as: TestUser, updateId: string): Promise<string | undefined> {
    return (await listOf(as)).find(({ deviceUpdateId }) => deviceUpdateId === updateId)?.status;
  }

  async function deviceOf(as: TestUser, id: string): Promise<Device | undefined> {
    const answer = await test.call("GET", "/api/getDevicesForUser", { as });
    return (answer.json().message as Device[]).find(({ device_id }) => device_id === id);
  }

  it("creates a pending update of several Sentinels and lists it, newest first [UPD-25] [UPD-26] [UPD-27]", async () => {
    const [one, two] = [await sentinel(ada), await sentinel(ada)];
    const answer = await order(ada, {
      deviceIds: [two.id, one.id, two.id],
      firmwareReleaseTag: "alpha",
      algReleaseId: release,
      settings: { cycleTime: 120, triggerNumber: 50, satelliteFixTime: 2, satellitePasses: 4 },
    });
    expect(answer.json()).toEqual({
      message: {
        deviceUpdateId: expect.stringMatching(/^\d+$/),
        status: "pending",
        algReleaseId: release,
        firmwareReleaseTag: "alpha",
        cycleTime: 120,
        triggerNumber: 50,
        satelliteFixTime: 2,
        satellitePasses: 4,
        createdAt: new Date(test.clock.now()).toISOString(),
        deviceIds: [one.id, two.id],
        deviceReports: [one, two].map(({ id }) => ({
          deviceId: id,
          status: "pending",
          reportedAt: null,
          detail: null,
        })),
      },
    });
    test.clock.advance(1000);
    const later = await ordered(ada, (await sentinel(ada)).id);
    const list = await test.call("GET", "/api/devices/update", { as: ada });
    expect([...updateList.Errors(list.json())]).toEqual([]);
    expect(list.json().message.slice(0, 2)).toEqual([later, answer.json().message]);
    expect((await deviceOf(ada, one.id))?.device_update_status).toBe("pending");
    expect(await listOf(ben)).toEqual([]);
  });

  it.each([
    ["deviceIds", "UPD-15", { deviceIds: [] }],
    ["algReleaseId", "UPD-16", { algReleaseId: "" }],
    ["settings.cycleTime", "UPD-17", { settings: { triggerNumber: 30 } }],
    ["settings.triggerNumber", "UPD-18", { settings: { cycleTime: 690 } }],
    ["firmwareReleaseTag", "UPD-19", { firmwareReleaseTag: null }],
  ])("refuses with 422 an update without %s [%s]", async (field, _row, part) => {
    const answer = await order(ada, { ...updateOf((await sentinel(ada)).id, release), ...part });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ code: "invalid", errors: { [field]: MISSING, general: MISSING } });
  });

  it("refuses with 422 what is no option, and names the field", async () => {
    const good = updateOf((await sentinel(ada)).id, release);
    const answer = await order(ada, { ...good, settings: { ...good.settings, satelliteFixTime: 9 } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors["settings.satelliteFixTime"]).toBe("This is not one of the options.");
  });

  it("lets staff ask for staging firmware, and nobody else [UPD-13] [UPD-14]", async () => {
    const { id } = await sentinel(ada, staff);
    const body = { ...updateOf(id, release), firmwareReleaseTag: "staging" };
    const refused = await order(ada, body);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "forbidden"]);
    expect((await order(staff, body)).json().message.firmwareReleaseTag).toBe("staging");
  });

  it("knows neither another user's Sentinel nor a release that was not approved for the caller", async () => {
    const [mine, theirs] = [await sentinel(ada), await sentinel(ben)];
    const unapproved = await test.addRelease("Not yet", [ben]);
    for (const body of [
      { ...updateOf("", release), deviceIds: [mine.id, theirs.id] },
      updateOf("SN-none", release),
      updateOf(mine.id, unapproved),
      updateOf(mine.id, "0"),
      updateOf(mine.id, "none"),
    ]) {
      expect((await order(ada, body)).statusCode).toBe(404);
    }
    expect((await deviceOf(ada, mine.id))?.device_update_status).toBeNull();
  });

  it("answers 400 with the pending updates and their owners where a Sentinel has one [UPD-21] [UPD-22] [UPD-23]", async () => {
    const [shared, own, free] = [await sentinel(ada, ben), await sentinel(ada), await sentinel(ada)];
    const bens = await ordered(ben, shared.id);
    const adas = await ordered(ada, own.id);
    const answer = await order(ada, {
      ...updateOf("", release),
      deviceIds: [shared.id, own.id, free.id],
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: "conflict",
      errors: {
        general:
          "Some of the selected Sentinels already have a pending update. Drop it in the Device Updates tab before you create a new one.",
      },
      message: [
        { email: ben.email, deviceUpdateId: bens.deviceUpdateId },
        { email: ada.email, deviceUpdateId: adas.deviceUpdateId },
      ],
    });
    expect((await deviceOf(ada, free.id))?.device_update_status).toBeNull();
  });

  it("lets exactly one of several that ask one Sentinel at once have it", async () => {
    const [shared, left, right] = [await sentinel(ada, ben), await sentinel(ada), await sentinel(ben)];
    const answers = await Promise.all([
      order(ada, { ...updateOf("", release), deviceIds: [shared.id, left.id] }),
      order(ben, { ...updateOf("", release), deviceIds: [right.id, shared.id] }),
      order(ada, updateOf(shared.id, release)),
      order(ben, updateOf(shared.id, release)),
    ]);
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, 400, 400, 400]);
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json().message.deviceUpdateId;
    const lost = answers.filter(({ statusCode }) => statusCode === 400);
    for (const answer of lost) {
      const named = answer.json().message as { deviceUpdateId: string }[];
      expect(named.map(({ deviceUpdateId }) => deviceUpdateId)).toEqual([won]);
    }
  });

  it("drops a pending update, which is then offered no more, and frees its Sentinel [UPD-06] [UPD-28]", async () => {
    const { id, ref } = await sentinel(ada);
    const update = await ordered(ada, id);
    expect((await pendingUpdateFor(test.deps, ref))?.deviceUpdateId).toBe(update.deviceUpdateId);
    const dropped = await drop(ada, update.deviceUpdateId);
    expect(dropped.json()).toEqual({
      message: {
        ...update,
        status: "dropped",
        deviceReports: [{ deviceId: id, status: "dropped", reportedAt: null, detail: null }],
      },
    });
    expect((await drop(ada, update.deviceUpdateId)).json()).toEqual(dropped.json());
    expect(await pendingUpdateFor(test.deps, ref)).toBeNull();
    expect((await deviceOf(ada, id))?.device_update_status).toBe("dropped");
    await expect(reportUpdate(test.deps, ref, update.deviceUpdateId, "success", null)).rejects.toMatchObject({
      status: 409,
    });
    expect(await statusOf(ada, update.deviceUpdateId)).toBe("dropped");
    expect((await ordered(ada, id)).status).toBe("pending");
  });

  it("takes no other status, and drops nothing that has ended or is another user's [UPD-05] [UPD-06]", async () => {
    const { id, ref } = await sentinel(ada, ben);
    const update = await ordered(ada, id);
    for (const status of UPDATE_STATUSES.filter((one) => one !== "dropped")) {
      const answer = await drop(ada, update.deviceUpdateId, status);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ["status", "general"]]);
    }
    for (const unknown of [update.deviceUpdateId, "0", "none"]) {
      expect((await drop(unknown === update.deviceUpdateId ? ben : ada, unknown)).statusCode).toBe(404);
    }
    await reportUpdate(test.deps, ref, update.deviceUpdateId, "failed", "no room");
    const late = await drop(ada, update.deviceUpdateId);
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toMatchObject({
      deviceUpdateId: update.deviceUpdateId,
      status: "failed",
      deviceReports: [{ status: "failed" }],
    });
  });

  it("stays pending until every Sentinel has reported, then success if all did, else failed [UPD-05]", async () => {
    const [one, two, three] = [await sentinel(ada), await sentinel(ada), await sentinel(ada)];
    const good = await ordered(ada, one.id, two.id);
    await reportUpdate(test.deps, one.ref, good.deviceUpdateId, "success", null);
    expect(await statusOf(ada, good.deviceUpdateId)).toBe("pending");
    expect((await deviceOf(ada, one.id))?.device_update_status).toBe("success");
    expect(await reportUpdate(test.deps, two.ref, good.deviceUpdateId, "success", null)).toEqual({
      deviceUpdateId: good.deviceUpdateId,
      status: "success",
    });
    expect(await statusOf(ada, good.deviceUpdateId)).toBe("success");
    expect(await deviceOf(ada, two.id)).toMatchObject({ cycle_time: 690, trigger_number: 30 });

    const bad = await ordered(ada, one.id, two.id, three.id);
    await Promise.all([
      reportUpdate(test.deps, one.ref, bad.deviceUpdateId, "failed", "checksum"),
      reportUpdate(test.deps, two.ref, bad.deviceUpdateId, "success", null),
      reportUpdate(test.deps, three.ref, bad.deviceUpdateId, "success", null),
    ]);
    expect(await statusOf(ada, bad.deviceUpdateId)).toBe("failed");
    const reported = (await listOf(ada)).find(({ deviceUpdateId }) => deviceUpdateId === bad.deviceUpdateId);
    const reportedAt = new Date(test.clock.now()).toISOString();
    expect(reported?.deviceReports).toEqual([
      { deviceId: one.id, status: "failed", reportedAt, detail: "checksum" },
      { deviceId: two.id, status: "success", reportedAt, detail: null },
      { deviceId: three.id, status: "success", reportedAt, detail: null },
    ]);
  });

  it("takes a report again, and refuses one that says otherwise or comes from another Sentinel", async () => {
    const [own, other] = [await sentinel(ada), await sentinel(ada)];
    const { deviceUpdateId } = await ordered(ada, own.id);
    await expect(reportUpdate(test.deps, other.ref, deviceUpdateId, "success", null)).rejects.toMatchObject({
      status: 404,
    });
    for (let times = 0; times < 2; times += 1) {
      await reportUpdate(test.deps, own.ref, deviceUpdateId, "failed", "low battery");
    }
    await expect(reportUpdate(test.deps, own.ref, deviceUpdateId, "success", null)).rejects.toMatchObject({
      status: 409,
    });
    expect(await statusOf(ada, deviceUpdateId)).toBe("failed");
    expect((await deviceOf(ada, own.id))?.cycle_time).toBeNull();
  });

  it("offers a Sentinel its pending update with the whole release", async () => {
    const { id, ref } = await sentinel(ada);
    const { status: _, deviceIds: __, deviceReports: ___, ...update } = await ordered(ada, id);
    expect(await pendingUpdateFor(test.deps, ref)).toEqual({
      ...update,
      algRelease: {
        id: release,
        name: "Spring",
        description: null,
        components: [expect.objectContaining({ algMetadataId: expect.any(String) })],
      },
    });
  });

  it("drops what a user asked of a Sentinel that they lose, and hides it from them", async () => {
    const [lost, kept] = [await sentinel(ada, ben), await sentinel(ada)];
    const both = await ordered(ada, lost.id, kept.id);
    await test.db.write(async (transaction) => {
      await dropUpdatesOf(transaction, ada.userId, [lost.ref]);
      await transaction
        .deleteFrom("device_users")
        .where("device_ref", "=", lost.ref)
        .where("user_id", "=", ada.userId)
        .execute();
    });
    expect(await pendingUpdateFor(test.deps, lost.ref)).toBeNull();
    expect((await listOf(ada)).find((one) => one.deviceUpdateId === both.deviceUpdateId)).toMatchObject({
      status: "pending",
      deviceIds: [kept.id],
    });
    expect((await ordered(ben, lost.id)).status).toBe("pending");
    await reportUpdate(test.deps, kept.ref, both.deviceUpdateId, "success", null);
    expect(await statusOf(ada, both.deviceUpdateId)).toBe("success");
  });

  it("leaves no update behind on a Sentinel that is given up at the same moment", async () => {
    const given = await Promise.all(Array.from({ length: 6 }, () => sentinel(ada)));
    await Promise.all(
      given.flatMap(({ id }) => [
        test.call("DELETE", `/api/dataClearing/${id}?ownership=true`, { as: ada }),
        order(ada, updateOf(id, release)),
      ]),
    );
    for (const { id, ref } of given) {
      expect(await deviceOf(ada, id)).toBeUndefined();
      expect(await pendingUpdateFor(test.deps, ref)).toBeNull();
    }
  });

  it("sends a Sentinel anew when its update changes", async () => {
    const { id } = await sentinel(ada);
    const mirror = new MirrorModel();
    let cursor = "";
    const pull = async (): Promise<unknown> => {
      for (let more = true; more; ) {
        const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
        const page = (await test.call("GET", `/api/sync${query}`, { as: ada })).json();
        mirror.apply(page);
        ({ cursor, more } = page);
      }
      return mirror.tables.devices.get(id)?.device_update_status ?? null;
    };
    expect(await pull()).toBeNull();
    const { deviceUpdateId } = await ordered(ada, id);
    expect(await pull()).toBe("pending");
    await drop(ada, deviceUpdateId);
    expect(await pull()).toBe("dropped");
  });
});
