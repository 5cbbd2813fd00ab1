import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PublicConfigAnswer, SessionList, UserAnswer } from "../../../src/protocol/account.ts";
import { AlertList } from "../../../src/protocol/calls/alert-calls.ts";
import {
  DeploymentList,
  DeviceList,
  FeatureList,
  GroupList,
  ModelList,
} from "../../../src/protocol/fleet.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const SHAPES = {
  "/api/getDevicesForUser": Compile(DeviceList),
  "/api/v2/groups": Compile(GroupList),
  "/api/getDeployedModels": Compile(DeploymentList),
  "/api/alerts": Compile(AlertList),
  "/api/features": Compile(FeatureList),
  "/api/sessions": Compile(SessionList),
  "/api/user": Compile(UserAnswer),
  "/api/config": Compile(PublicConfigAnswer),
} as const;

describe.each(DATABASE_KINDS)("what a user has in the field, over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  let northRidge: string;
  let mammals: string;

  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
    const known = await test.addDevice("77", [ada, ben], {
      device_name: "CAM-77",
      preferred_name: "Waterhole",
      description: "By the old fig",
      location_name: "North",
      location_description: "Left of the path",
      latitude: -1.5,
      longitude: 36.75,
      last_seen: Date.UTC(2024, 3, 30, 5, 4, 3, 21),
      cycle_time: 690,
      trigger_number: 30,
      sync_time: 60,
      memory_remaining: 1_000_000,
      images_processed: 12,
      battery_voltage: 3.7,
      summary: JSON.stringify({ space_remaining: 5, image_count: 6, cycle_count: 7 }),
      allow_complete_images: 1,
      satellite_uid: "S1",
      lora_uid: "L1",
      software_version: "1.2.3",
      hardware_id: "H1",
      mcu_version: "M1",
      cell_uid: "C1",
      sat_passes: 2,
    });
    const bare = await test.addDevice("78", [ada]);
    const named = await test.addDevice("79", [ada], { device_name: "alder" });
    await test.addDevice("80", []);
    northRidge = await test.addGroup(ada, "North ridge", [known, named]);
    await test.addGroup(ada, "Empty", []);
    await test.addGroup(ben, "Ben's", [known]);
    mammals = await test.addModel("Mammals", [ada], [known, bare]);
    await test.addModel("Birds", [ada], []);
    await test.addAlert(ada, known, "resolved");
    test.clock.advance(1000);
    await test.addAlert(ada, bare);
    await test.addAlert(ben, known);
    const gone = await test.addDevice("81", []);
    await test.addAlert(ada, gone);
    await test.addGroup(ada, "Past", [gone]);
  });
  afterAll(() => test.close());

  const read = async (as: TestUser, url: string) => (await test.call("GET", url, { as })).json().message;

  it.each(Object.entries(SHAPES))("%s answers its shape, with every field present", async (url, shape) => {
    const answer = await test.call("GET", url, { as: ada });
    expect(answer.statusCode).toBe(200);
    expect([...shape.Errors(answer.json())]).toEqual([]);
  });

  it("answers a Sentinel with all that is known of it, null for what is not", async () => {
    const [first, second, third] = await read(ada, "/api/getDevicesForUser");
    expect(third).toEqual({
      device_id: "77",
      device_name: "CAM-77",
      display_name: "Waterhole",
      description: "By the old fig",
      location_name: "North",
      location_description: "Left of the path",
      location: "North",
      latitude: -1.5,
      longitude: 36.75,
      last_seen: "2024-04-30T05:04:03.021Z",
      cycle_time: 690,
      trigger_number: 30,
      sync_time: 60,
      group_id: northRidge,
      memory_remaining: 1_000_000,
      images_processed: 12,
      battery_voltage: 3.7,
      summary: { space_remaining: 5, image_count: 6, cycle_count: 7, startup_data: null },
      device_update_status: null,
      allow_complete_images: true,
      allow_wifi_insights: false,
      satellite_uid: "S1",
      lora_uid: "L1",
      software_version: "1.2.3",
      hardware_id: "H1",
      mcu_version: "M1",
      cell_uid: "C1",
      sat_passes: 2,
      alg_ids: [mammals],
      models: [mammals],
      last_insight_at: null,
      last_image_at: null,
    });
    expect(first).toMatchObject({
      device_id: "79",
      display_name: "alder",
      alg_ids: [],
      group_id: northRidge,
    });
    expect(second).toMatchObject({
      device_id: "78",
      device_name: null,
      display_name: "Unnamed",
      location: null,
      last_seen: null,
      summary: null,
      group_id: null,
      alg_ids: [mammals],
    });
    expect(Object.keys(second).sort()).toEqual(Object.keys(third).sort());
  });

  it("shows each user the Sentinels assigned to them, in their own group", async () => {
    const devices = await read(ben, "/api/getDevicesForUser");
    expect(devices).toHaveLength(1);
    expect(devices[0].device_id).toBe("77");
    expect(devices[0].group_id).not.toBe(northRidge);
  });

  it("answers the caller's own groups with the Sentinels that are still theirs", async () => {
    const groups = await read(ada, "/api/v2/groups");
    expect(groups.map(({ group_name }: { group_name: string }) => group_name)).toEqual([
      "Empty",
      "North ridge",
      "Past",
    ]);
    expect(groups[1]).toEqual({
      group_id: northRidge,
      group_name: "North ridge",
      deployment_description: null,
      devices: ["77", "79"],
      created_on: "2024-05-01T06:00:00.000Z",
      updated_on: "2024-05-01T06:00:00.000Z",
    });
    expect(groups[2].devices).toEqual([]);
  });

  it("answers the models in the account, and to their owner alone", async () => {
    const url = `/api/getModelsForUser/${ada.userId}`;
    const answer = await test.call("GET", url, { as: ada });
    expect([...Compile(ModelList).Errors(answer.json())]).toEqual([]);
    expect(answer.json().message.map(({ alg_name }: { alg_name: string }) => alg_name)).toEqual([
      "Birds",
      "Mammals",
    ]);
    expect(answer.json().message[1]).toMatchObject({
      alg_id: mammals,
      framework: "YOLOv5",
      classes: [{ class_id: 1, label: "fox", original_label: "Vulpes vulpes" }],
    });
    expect((await test.call("GET", url, { as: ben })).statusCode).toBe(404);
    expect((await test.call("GET", `/api/getModelsForUser/0${ada.userId}`, { as: ada })).statusCode).toBe(
      404,
    );
  });

  it("answers what is deployed on the caller's Sentinels", async () => {
    expect(await read(ada, "/api/getDeployedModels")).toEqual([
      { device_id: "77", alg_id: mammals, deployed_status: "Deploy" },
      { device_id: "78", alg_id: mammals, deployed_status: "Deploy" },
    ]);
  });

  it("answers the caller's own alerts, newest first, resolved ones too [ALERT-40]", async () => {
    const alerts = await read(ada, "/api/alerts");
    expect(alerts).toEqual([
      {
        id: expect.any(String),
        alert_key: "device_id",
        associated_id: "78",
        alert_type: "low_battery",
        summary: "Battery at 3.1 V",
        created_at: "2024-05-01T06:00:01.000Z",
        status: "new",
        since: null,
        threshold: null,
        battery_voltage: null,
        acknowledged_at: null,
        acknowledged_by: null,
        resolved_at: null,
        resolved_by: null,
        resolved_cause: null,
      },
      expect.objectContaining({ associated_id: "77", status: "resolved" }),
    ]);
  });
});

describe.each(DATABASE_KINDS)("features over $name", (kind) => {
  it("are off for a new user and switched by each user for themselves [ROLE-06, SET-35, SET-43, SET-44]", async () => {
    const test = await makeTestApp({ kind });
    const [ada, ben] = [await test.addUser("ada"), await test.addUser("ben")];
    const features = async (as: TestUser) => (await test.call("GET", "/api/features", { as })).json().message;
    expect(await features(ada)).toEqual([{ id: "1", key: "COLLECTIONS", enabled: false }]);
    for (const enabled of [true, true, false, true]) {
      const answer = await test.call("PUT", "/api/features/1", { as: ada, body: { enabled } });
      expect(answer.json()).toEqual({ message: { id: "1", key: "COLLECTIONS", enabled } });
    }
    expect(await features(ada)).toEqual([{ id: "1", key: "COLLECTIONS", enabled: true }]);
    expect(await features(ben)).toEqual([{ id: "1", key: "COLLECTIONS", enabled: false }]);
    const unknown = await test.call("PUT", "/api/features/2", { as: ada, body: { enabled: true } });
    expect(unknown.statusCode).toBe(404);
    await test.close();
  });
});
