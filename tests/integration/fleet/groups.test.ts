import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GroupAnswer } from "../../../src/protocol/calls/group-calls.ts";
import { GroupList } from "../../../src/protocol/fleet.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

describe.each(DATABASE_KINDS)("groups over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  let ben: TestUser;

  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
    await test.addDevice("S-1", [ada, ben]);
    await test.addDevice("S-2", [ada]);
    await test.addDevice("S-3", [ben]);
  });
  afterAll(() => test.close());

  const create = (as: TestUser, body: unknown) => test.call("POST", "/api/v2/groups", { as, body });
  const made = async (as: TestUser, groupName: string): Promise<string> =>
    (await create(as, { groupName })).json().message.group_id;
  const edit = (as: TestUser, id: string, body: unknown) =>
    test.call("PUT", `/api/v2/groups/${id}`, { as, body });
  const add = (as: TestUser, id: string, deviceId: unknown) =>
    test.call("POST", `/api/v2/groups/${id}/devices`, { as, body: { deviceId } });
  const remove = (as: TestUser, id: string, deviceId: string) =>
    test.call("DELETE", `/api/v2/groups/${id}/devices/${deviceId}`, { as });
  const list = async (as: TestUser) => (await test.call("GET", "/api/v2/groups", { as })).json();
  const one = async (as: TestUser, id: string) =>
    (await list(as)).message.find(({ group_id }: { group_id: string }) => group_id === id);

  it("are made with a name, no Sentinels and the time of it [GRP-13] [GRP-14] [GRP-15] [GRP-16]", async () => {
    const answer = await create(ada, { groupName: " North ", deploymentDescription: "By the river" });
    expect([...Compile(GroupAnswer).Errors(answer.json())]).toEqual([]);
    const group = answer.json().message;
    expect(group).toMatchObject({
      group_name: "North",
      deployment_description: "By the river",
      devices: [],
      created_on: "2024-05-01T06:00:00.000Z",
      updated_on: "2024-05-01T06:00:00.000Z",
    });
    expect([...Compile(GroupList).Errors(await list(ada))]).toEqual([]);
    expect(await one(ada, group.group_id)).toEqual(group);
    expect(await one(ben, group.group_id)).toBeUndefined();
  });

  it("are not made without a name; two may be called alike [GRP-03]", async () => {
    for (const body of [{}, { groupName: "" }, { groupName: " \t" }, { groupName: null }]) {
      const answer = await create(ada, body);
      expect([answer.statusCode, answer.json().errors.groupName]).toEqual([
        400,
        "Please enter a group name.",
      ]);
    }
    expect((await create(ada, { groupName: 7 })).json().errors).toHaveProperty("groupName");
    expect((await create(ada, { groupName: "n".repeat(201) })).statusCode).toBe(400);
    expect(await made(ada, "Twin")).not.toBe(await made(ada, "twin"));
    expect(await made(ada, "Same")).not.toBe(await made(ada, "Same"));
  });

  it("are edited; an absent description stays [GRP-17]", async () => {
    const id = await made(ada, "Edited");
    test.clock.advance(60_000);
    const described = await edit(ada, id, { groupName: "Edited 2", groupDesc: "Hills" });
    expect(described.json().message).toMatchObject({
      group_name: "Edited 2",
      deployment_description: "Hills",
      created_on: "2024-05-01T06:00:00.000Z",
      updated_on: "2024-05-01T06:01:00.000Z",
    });
    const named = await edit(ada, id, { groupName: "EDITED 2" });
    expect(named.json().message).toMatchObject({ group_name: "EDITED 2", deployment_description: "Hills" });
    const cleared = await edit(ada, id, { groupName: "Edited 2", groupDesc: "" });
    expect(cleared.json().message.deployment_description).toBeNull();
    expect((await edit(ben, id, { groupName: "Mine" })).statusCode).toBe(404);
    expect((await edit(ada, "north", { groupName: "Mine" })).statusCode).toBe(404);
  });

  it("keep their name where the new one is empty or another group's [GRP-10] [GRP-11]", async () => {
    const id = await made(ada, "Keeper");
    await made(ada, "Savanna Ö");
    await made(ben, "Bens");
    for (const [groupName, sentence] of [
      ["", "The new group name cannot be empty"],
      ["  ", "The new group name cannot be empty"],
      ["savanna ö ", "One of your groups already has this name."],
    ]) {
      const answer = await edit(ada, id, { groupName });
      expect([answer.statusCode, answer.json().errors.groupName]).toEqual([400, sentence]);
    }
    expect((await edit(ada, id, {})).statusCode).toBe(400);
    expect((await one(ada, id)).group_name).toBe("Keeper");
    expect((await edit(ada, id, { groupName: "Bens" })).statusCode).toBe(200);
  });

  it("do not get one name where two are renamed at once", async () => {
    const ids = [await made(ada, "Racer 1"), await made(ada, "Racer 2")];
    const answers = await Promise.all(ids.map((id) => edit(ada, id, { groupName: "Winner" })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it("take Sentinels in, out of the caller's other group alone, and let them go [GRP-19] [GRP-20] [GRP-06] [GRP-07]", async () => {
    const [first, second, bens] = [await made(ada, "First"), await made(ada, "Second"), await made(ben, "B")];
    expect((await add(ada, first, "S-1")).json().message.devices).toEqual(["S-1"]);
    await add(ada, first, "S-2");
    await add(ben, bens, "S-1");
    const moved = await add(ada, second, "S-1");
    expect(moved.json().message).toMatchObject({ group_id: second, devices: ["S-1"] });
    expect((await add(ada, second, "S-1")).statusCode).toBe(200);
    expect((await one(ada, first)).devices).toEqual(["S-2"]);
    expect((await one(ben, bens)).devices).toEqual(["S-1"]);
    expect((await remove(ada, first, "S-1")).statusCode).toBe(404);
    const left = await remove(ada, second, "S-1");
    expect(left.json().message).toMatchObject({ group_id: second, devices: [] });
    expect((await remove(ada, second, "S-1")).statusCode).toBe(404);
    expect((await one(ben, bens)).devices).toEqual(["S-1"]);
    for (const [id, deviceId] of [
      [first, "S-3"],
      [first, "NOWHERE"],
      [bens, "S-1"],
      ["999999", "S-1"],
    ] as const) {
      expect((await add(ada, id, deviceId)).statusCode).toBe(404);
      expect((await remove(ada, id, deviceId)).statusCode).toBe(404);
    }
    expect((await add(ada, first, undefined)).json().errors).toHaveProperty("deviceId");
    const devices = (await test.call("GET", "/api/getDevicesForUser", { as: ada })).json().message;
    const groupOf = (id: string) => devices.find((d: { device_id: string }) => d.device_id === id).group_id;
    expect([groupOf("S-1"), groupOf("S-2")]).toEqual([null, first]);
  });

  it("end with one place for a Sentinel that is moved to and fro at once", async () => {
    const ids = [await made(ada, "To"), await made(ada, "Fro")];
    const moves = Array.from({ length: 8 }, (_, at) => add(ada, ids[at % 2] ?? "", "S-2"));
    expect((await Promise.all(moves)).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    const groups = (await list(ada)).message as { devices: string[] }[];
    expect(groups.filter(({ devices }) => devices.includes("S-2"))).toHaveLength(1);
  });

  it("are deleted, and their Sentinels stay, in no group [GRP-18]", async () => {
    const id = await made(ada, "Short-lived");
    await add(ada, id, "S-1");
    expect((await test.call("DELETE", `/api/v2/groups/${id}`, { as: ben })).statusCode).toBe(404);
    const answer = await test.call("DELETE", `/api/v2/groups/${id}`, { as: ada });
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: "ok" }]);
    expect((await test.call("DELETE", `/api/v2/groups/${id}`, { as: ada })).statusCode).toBe(404);
    expect(await one(ada, id)).toBeUndefined();
    const devices = (await test.call("GET", "/api/getDevicesForUser", { as: ada })).json().message;
    expect(devices.find((d: { device_id: string }) => d.device_id === "S-1").group_id).toBeNull();
  });
});
