import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { type SpeakingDevice, speakingDevice } from "../../support/server/ingest-world.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const HOUR_MS = 3_600_000;

describe.each(DATABASE_KINDS)("what a Sentinel says of itself, on $name", (kind) => {
  let test: TestApp;
  let ranger: TestUser;
  let serial = 0;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ranger = await test.addUser("ranger");
  });
  afterAll(() => test.close());

  const camera = (columns: object = {}): Promise<SpeakingDevice> =>
    speakingDevice(test, `CAM-${++serial}`, [ranger], columns);
  const at = (offsetMs: number) => new Date(test.clock.now() + offsetMs).toISOString();
  const shown = async (device: SpeakingDevice) => {
    const answer = await test.call("GET", "/api/getDevicesForUser", { as: ranger });
    return answer.json().message.find(({ device_id }: { device_id: string }) => device_id === device.id);
  };
  const reports = (device: SpeakingDevice) =>
    test.db.reader.selectFrom("device_reports").selectAll().where("device_ref", "=", device.ref).execute();

  it("is shown to its people: battery, space, counts, versions and position [DEV-13] [DEV-14]", async () => {
    const device = await camera();
    const report = {
      recorded_at: at(-60_000),
      battery_voltage: 3.9,
      memory_remaining: 5_000_000,
      images_processed: 12,
      last_trigger_at: at(-120_000),
      cable_error: true,
      comms_source: "satellite",
      latitude: -1.25,
      longitude: 36.5,
      satellite_fix: true,
      sat_passes: 3,
      satellite_uid: "SAT-1",
      lora_uid: "LORA-1",
      cell_uid: "CELL-1",
      software_version: "2.1.0",
      hardware_id: "HW-7",
      mcu_version: "0.9",
      summary: { space_remaining: 1024, image_count: 40, cycle_count: 7, startup_data: { reason: "button" } },
      unheard_of: "ignored",
    };
    const answer = await device.call("POST", "status", report);
    expect(answer.json()).toEqual({ message: { device_id: device.id, last_seen: at(0) } });
    const { recorded_at, last_trigger_at, cable_error, comms_source, satellite_fix, unheard_of, ...fields } =
      report;
    expect(await shown(device)).toMatchObject({ ...fields, last_seen: at(0) });
    expect(await device.row()).toMatchObject({
      cable_error: 1,
      last_trigger_at: Date.parse(last_trigger_at),
      status_recorded_at: Date.parse(recorded_at),
    });
    expect([cable_error, comms_source, satellite_fix, unheard_of]).toHaveLength(4);
    expect(await reports(device)).toMatchObject([
      { recorded_at: Date.parse(recorded_at), battery_voltage: 3.9 },
    ]);
  });

  it("tells volts from millivolts", async () => {
    const device = await camera();
    for (const [sent, volts] of [
      [3850, 3.85],
      [100, 100],
      [4.2, 4.2],
      [12_600, 12.6],
    ]) {
      test.clock.advance(1000);
      await device.call("POST", "status", { battery_voltage: sent });
      expect((await shown(device)).battery_voltage).toBe(volts);
    }
  });

  it("changes only the fields that it names, and the same report again changes nothing", async () => {
    const device = await camera({ latitude: 4, longitude: 5, software_version: "1.0" });
    const first = { recorded_at: at(0), battery_voltage: 4, summary: { image_count: 3, cycle_count: 1 } };
    await device.call("POST", "status", first);
    test.clock.advance(HOUR_MS);
    const second = {
      battery_voltage: null,
      summary: { cycle_count: 2 },
      latitude: 1,
      longitude: 1,
      satellite_fix: false,
    };
    await device.call("POST", "status", second);
    const before = await device.row();
    expect(before).toMatchObject({ battery_voltage: 4, software_version: "1.0", latitude: 4, longitude: 5 });
    expect((await shown(device)).summary).toMatchObject({
      image_count: 3,
      cycle_count: 2,
      space_remaining: null,
    });
    test.clock.advance(HOUR_MS);
    const again = await device.call("POST", "status", { ...first, battery_voltage: 1 });
    expect(again.json().message.last_seen).toBe(at(-HOUR_MS));
    expect(await device.row()).toEqual(before);
  });

  it("that comes late fills in only what nothing newer has said", async () => {
    const device = await camera();
    await device.call("POST", "status", {
      recorded_at: at(-HOUR_MS),
      battery_voltage: 3.5,
      summary: { image_count: 9 },
    });
    const late = {
      recorded_at: at(-2 * HOUR_MS),
      battery_voltage: 4.1,
      memory_remaining: 77,
      summary: { image_count: 1, cycle_count: 5 },
    };
    test.clock.advance(1000);
    await device.call("POST", "status", late);
    expect(await shown(device)).toMatchObject({
      battery_voltage: 3.5,
      memory_remaining: 77,
      summary: { image_count: 9, cycle_count: 5 },
      last_seen: at(0),
    });
    expect(await device.row()).toMatchObject({ status_recorded_at: test.clock.now() - 1000 - HOUR_MS });
    expect(await reports(device)).toHaveLength(2);
  });

  it("of a clock that runs ahead counts as said now, and so does not silence what is said later", async () => {
    const device = await camera();
    await device.call("POST", "status", { recorded_at: "2099-01-01T00:00:00Z", battery_voltage: 3.5 });
    test.clock.advance(1000);
    await device.call("POST", "status", { recorded_at: at(0), battery_voltage: 3.4 });
    expect(await shown(device)).toMatchObject({ battery_voltage: 3.4 });
  });

  it("keeps of itself only what is known, and refuses what no mirror of its people could hold", async () => {
    const device = await camera();
    const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
    for (const [startup_data, faults] of [
      [nested(3000), ["general"]],
      ["x".repeat(20_001), ["summary.startup_data", "general"]],
    ] as const) {
      const answer = await device.call("POST", "status", { summary: { startup_data, image_count: 1 } });
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, faults]);
    }
    const passes = await device.call("POST", "status", { sat_passes: 1e300 });
    expect([passes.statusCode, Object.keys(passes.json().errors)]).toEqual([400, ["sat_passes", "general"]]);
    const odd = {
      sat_passes: 2,
      unheard_of: nested(20),
      summary: { unheard_of: 1, startup_data: { v: [1] } },
    };
    expect((await device.call("POST", "status", odd)).statusCode).toBe(200);
    const [report, ...others] = await reports(device);
    expect([others, JSON.parse(report?.report ?? "")]).toEqual([
      [],
      { sat_passes: 2, summary: { startup_data: { v: [1] } } },
    ]);
    expect(await device.row()).toMatchObject({ summary: '{"startup_data":{"v":[1]}}' });
  });

  it("is refused with the fields that are wrong, and then nothing of it is taken", async () => {
    const device = await camera();
    for (const [report, field] of [
      [{ battery_voltage: -1 }, "battery_voltage"],
      [{ battery_voltage: "full" }, "battery_voltage"],
      [{ recorded_at: "yesterday" }, "recorded_at"],
      [{ last_trigger_at: "2024-05-01 10:00:00" }, "last_trigger_at"],
      [{ latitude: 91, longitude: 0 }, "latitude"],
      [{ latitude: 10 }, "longitude"],
      [{ longitude: 10 }, "latitude"],
      [{ cable_error: "no" }, "cable_error"],
      [{ comms_source: "pigeon" }, "comms_source"],
      [{ summary: { image_count: -4 } }, "summary.image_count"],
    ] as const) {
      const answer = await device.call("POST", "status", { memory_remaining: 1, ...report });
      expect([answer.statusCode, Object.keys(answer.json().errors).sort()]).toEqual([
        400,
        [field, "general"].sort(),
      ]);
    }
    expect(await device.row()).toMatchObject({ memory_remaining: null, last_seen: null });
    expect(await reports(device)).toEqual([]);
  });

  it("about an update is what its people see, and it works by the update then", async () => {
    const device = await camera({ sat_passes: 1 });
    const [old, model] = [
      await test.addModel("Old", [ranger], [device.ref]),
      await test.addModel("New", [ranger], []),
    ];
    const release = await test.addRelease(`Release ${serial}`, [ranger], [model]);
    expect((await device.call("GET", "update")).json()).toEqual({ message: null });
    const order = await test.call("POST", "/api/devices/update", {
      as: ranger,
      body: {
        deviceIds: [device.id],
        firmwareReleaseTag: "release",
        algReleaseId: release,
        settings: { cycleTime: 240, triggerNumber: 50, satelliteFixTime: 3, satellitePasses: 6 },
      },
    });
    expect(order.statusCode, order.body).toBe(200);
    const { deviceUpdateId, createdAt } = order.json().message;
    expect(await shown(device)).toMatchObject({ device_update_status: "pending", alg_ids: [old] });
    expect((await device.call("GET", "update")).json()).toEqual({
      message: {
        deviceUpdateId,
        firmwareReleaseTag: "release",
        algReleaseId: release,
        algRelease: expect.objectContaining({
          id: release,
          components: [expect.objectContaining({ algMetadataId: model })],
        }),
        cycleTime: 240,
        triggerNumber: 50,
        satelliteFixTime: 3,
        satellitePasses: 6,
        createdAt,
      },
    });
    const report = (status: string) =>
      device.call("POST", `update/${deviceUpdateId}`, { status, detail: "done" });
    expect((await report("perhaps")).json().errors).toHaveProperty("status");
    for (const _ of [1, 2]) {
      expect((await report("success")).json()).toEqual({ message: { deviceUpdateId, status: "success" } });
    }
    expect((await report("failed")).statusCode).toBe(409);
    expect(await shown(device)).toMatchObject({
      device_update_status: "success",
      cycle_time: 240,
      trigger_number: 50,
      sat_passes: 6,
      alg_ids: [model],
    });
    expect((await device.call("GET", "update")).json()).toEqual({ message: null });
  });
});
