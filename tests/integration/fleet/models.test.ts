import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeploymentList, ModelList } from "../../../src/protocol/fleet.ts";
import type { Device } from "../../../src/protocol/shapes.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

describe.each(DATABASE_KINDS)("models on Sentinels over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  let mammals: string;
  let north: string;
  let bens: string;

  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
    const one = await test.addDevice("SN-1", [ada]);
    const two = await test.addDevice("SN-2", [ada, ben]);
    await test.addDevice("SN-3", [ada]);
    const theirs = await test.addDevice("SN-4", [ben]);
    north = await test.addGroup(ada, "North", [one, two]);
    bens = await test.addGroup(ben, "Ben's", [theirs, two]);
    await test.addGroup(ada, "Empty", []);
    mammals = await test.addModel("Mammals", [ada], [], {
      alg_description: "Large ones",
      alg_type: "detector",
      author: "The lab",
      class_definitions: JSON.stringify([
        { class_id: 0, label: "fox", original_label: "Vulpes vulpes" },
        { class_id: 1, label: "deer", original_label: "Cervidae" },
      ]),
    });
  });
  afterAll(() => test.close());

  const change = (as: TestUser, body: object) => test.call("POST", "/api/deployedModels", { as, body });
  const deployed = async (as: TestUser): Promise<string[]> => {
    const { message } = (await test.call("GET", "/api/getDeployedModels", { as })).json();
    return message.map(({ device_id }: { device_id: string }) => device_id);
  };
  const entry = (device_id: string, deployed_status = "Deploy") => ({
    device_id,
    alg_id: mammals,
    deployed_status,
  });

  it("answers the models of the account with their classes [MODEL-03] [MODEL-04] [MODEL-09]", async () => {
    const answer = await test.call("GET", `/api/getModelsForUser/${ada.userId}`, { as: ada });
    expect([...Compile(ModelList).Errors(answer.json())]).toEqual([]);
    expect(answer.json().message).toEqual([
      {
        alg_id: mammals,
        alg_name: "Mammals",
        alg_description: "Large ones",
        alg_type: "detector",
        author: "The lab",
        framework: "YOLOv5",
        date_created: "2024-05-01T06:00:00.000Z",
        classes: [
          { class_id: 0, label: "fox", original_label: "Vulpes vulpes" },
          { class_id: 1, label: "deer", original_label: "Cervidae" },
        ],
      },
    ]);
  });

  it("answers the classes of a model of the account or the marketplace, and of no other [MODEL-11]", async () => {
    const open = await test.addModel("Open", [], [], { is_public: 1 });
    const classes = (as: TestUser, id: string) => test.call("GET", `/api/models/${id}/classes`, { as });
    expect((await classes(ada, mammals)).json()).toEqual({
      message: {
        classes: [
          { class_id: 0, label: "fox", original_label: "Vulpes vulpes" },
          { class_id: 1, label: "deer", original_label: "Cervidae" },
        ],
      },
    });
    expect((await classes(ben, open)).statusCode).toBe(200);
    for (const id of [mammals, "0", "none"]) expect((await classes(ben, id)).statusCode).toBe(404);
  });

  it("puts a model on a Sentinel with 'Deploy' and takes it off with any other text [MODEL-05] [MODEL-06] [MODEL-07] [MODEL-10] [MODEL-12]", async () => {
    for (let times = 0; times < 2; times += 1) {
      const put = await change(ada, entry("SN-3"));
      expect([...Compile(DeploymentList).Errors(put.json())]).toEqual([]);
      expect(put.json()).toEqual({ message: [entry("SN-3")] });
      expect(await deployed(ada)).toEqual(["SN-3"]);
    }
    for (const status of ["Remove", "deploy", ""]) {
      await change(ada, entry("SN-3"));
      const taken = await change(ada, entry("SN-3", status));
      expect(taken.json()).toEqual({ message: [entry("SN-3", status)] });
      expect(await deployed(ada)).toEqual([]);
    }
  });

  it("changes every Sentinel of a group and no other [MODEL-08]", async () => {
    await change(ada, entry("SN-3"));
    const whole = { group_id: north, alg_id: mammals };
    const put = await change(ada, { ...whole, deployed_status: "Deploy" });
    expect(put.json()).toEqual({ message: [entry("SN-1"), entry("SN-2")] });
    expect(await deployed(ada)).toEqual(["SN-1", "SN-2", "SN-3"]);
    const devices = (await test.call("GET", "/api/getDevicesForUser", { as: ben })).json()
      .message as Device[];
    expect(devices.map(({ device_id, alg_ids }) => [device_id, alg_ids])).toEqual([
      ["SN-2", [mammals]],
      ["SN-4", []],
    ]);
    const taken = await change(ada, { ...whole, deployed_status: "Remove" });
    expect(taken.json()).toEqual({ message: [entry("SN-1", "Remove"), entry("SN-2", "Remove")] });
    expect(await deployed(ada)).toEqual(["SN-3"]);
  });

  it("touches nothing where a group is empty", async () => {
    const groups = (await test.call("GET", "/api/v2/groups", { as: ada })).json().message;
    const empty = groups.find(({ group_name }: { group_name: string }) => group_name === "Empty").group_id;
    const put = await change(ada, { group_id: empty, alg_id: mammals, deployed_status: "Deploy" });
    expect(put.json()).toEqual({ message: [] });
  });

  it("refuses both or neither of Sentinel and group, and names the fields", async () => {
    const bare = { alg_id: mammals, deployed_status: "Deploy" };
    for (const target of [{}, { device_id: "SN-1", group_id: north }, { device_id: "", group_id: null }]) {
      const answer = await change(ada, { ...bare, ...target });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().errors)).toEqual(["device_id", "group_id", "general"]);
    }
    const unnamed = await change(ada, { device_id: "SN-1" });
    expect(Object.keys(unnamed.json().errors)).toEqual(["alg_id", "deployed_status", "general"]);
  });

  it("knows no Sentinel, group or model of another user", async () => {
    const before = await deployed(ada);
    const bare = { alg_id: mammals, deployed_status: "Deploy" };
    const open = await test.addModel("Not added", [], [], { is_public: 1 });
    for (const body of [
      { ...bare, device_id: "SN-4" },
      { ...bare, device_id: "none" },
      { ...bare, group_id: bens },
      { ...bare, group_id: "none" },
      { device_id: "SN-1", alg_id: open, deployed_status: "Deploy" },
      { device_id: "SN-1", alg_id: "none", deployed_status: "Deploy" },
    ]) {
      expect((await change(ada, body)).statusCode).toBe(404);
    }
    expect((await change(ben, { ...bare, device_id: "SN-4" })).statusCode).toBe(404);
    expect(await deployed(ada)).toEqual(before);
  });
});
