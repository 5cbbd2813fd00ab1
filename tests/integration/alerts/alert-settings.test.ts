import type { KyselyPlugin } from "kysely";
import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AlertSettings } from "../../../src/protocol/calls/alert-calls.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const URL = "/api/alerts/settings";
const isSettings = Compile(AlertSettings);
const ALL_ON = {
  no_recent_insights: true,
  spypoint_error: true,
  no_recent_camera_triggers: true,
  low_battery: true,
};
const DEFAULTS = { no_recent_insights: 72, no_recent_camera_triggers: 48, low_battery: 3.2 };

describe.each(DATABASE_KINDS)("settings of alerts over $name", (kind) => {
  let test: TestApp;
  let users = 0;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
  });
  afterAll(() => test.close());

  async function newUser(): Promise<TestUser> {
    users += 1;
    return test.addUser(`user${users}`);
  }

  async function read(as: TestUser) {
    const { message } = (await test.call("GET", URL, { as })).json();
    expect(isSettings.Check(message)).toBe(true);
    return message;
  }

  it("has every type on with default thresholds, and an entry for each group [ALERT-39] [ALERT-41]", async () => {
    const user = await newUser();
    const west = await test.addGroup(user, "West", []);
    const east = await test.addGroup(user, "East", []);
    const group = { ignore: false, thresholds: null };
    expect(await read(user)).toEqual({
      settings: ALL_ON,
      groupSettings: [
        { deviceGroupId: east, ...group },
        { deviceGroupId: west, ...group },
      ],
      thresholds: DEFAULTS,
    });
  });

  it("changes what is named, keeps what is left out and ignores what it does not know [ALERT-42]", async () => {
    const user = await newUser();
    const [north, south] = [await test.addGroup(user, "North", []), await test.addGroup(user, "South", [])];
    const put = async (body: object) => (await test.call("PUT", URL, { as: user, body })).json().message;
    await put({
      settings: { low_battery: false, moon: true },
      groupSettings: [{ deviceGroupId: Number(north), ignore: true }],
      thresholds: { low_battery: 11.5 },
      more: 1,
    });
    const after = await put({ settings: { spypoint_error: false }, groupSettings: [] });
    expect(after).toEqual({
      settings: { ...ALL_ON, low_battery: false, spypoint_error: false },
      groupSettings: [
        { deviceGroupId: north, ignore: true, thresholds: null },
        { deviceGroupId: south, ignore: false, thresholds: null },
      ],
      thresholds: { ...DEFAULTS, low_battery: 11.5 },
    });
    expect(await put({ settings: {} })).toEqual(after);
    expect(await read(user)).toEqual(after);
    const empty = await test.call("PUT", URL, { as: user, body: { more: 1 } });
    expect(empty.statusCode).toBe(400);
    expect(empty.json().errors).toEqual({ general: "Name at least one field to change." });
  });

  it("gives a group thresholds of its own as a whole, until null takes them away", async () => {
    const user = await newUser();
    const group = await test.addGroup(user, "North", []);
    const put = async (thresholds: object | null) => {
      const groupSettings = [{ deviceGroupId: group, thresholds }];
      const answer = await test.call("PUT", URL, { as: user, body: { groupSettings } });
      return answer.json().message.groupSettings[0];
    };
    const own = { ...DEFAULTS, no_recent_insights: 24 };
    expect(await put({ no_recent_insights: 24 })).toMatchObject({ ignore: false, thresholds: own });
    expect(await put({ low_battery: 3.5 })).toMatchObject({ thresholds: { ...own, low_battery: 3.5 } });
    expect(await put(null)).toMatchObject({ thresholds: null });
  });

  it("stores a group once however often a body names it, and the last of each field holds", async () => {
    const user = await newUser();
    const [north, south] = [await test.addGroup(user, "North", []), await test.addGroup(user, "South", [])];
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const write = test.db.write.bind(test.db);
    const counted = vi.spyOn(test.db, "write");
    counted.mockImplementation((work) => write((transaction) => work(transaction.withPlugin(counting))));
    const often = Array.from({ length: 9_997 }, (_, at) => ({ deviceGroupId: north, ignore: at % 2 === 0 }));
    const groupSettings = [
      ...often,
      { deviceGroupId: south, thresholds: { low_battery: 3.5 } },
      { deviceGroupId: north, ignore: false },
      { deviceGroupId: south, thresholds: { no_recent_insights: 9 } },
    ];
    const answer = await test.call("PUT", URL, { as: user, body: { groupSettings } });
    counted.mockRestore();
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThan(20);
    expect(answer.json().message.groupSettings).toEqual([
      { deviceGroupId: north, ignore: false, thresholds: null },
      {
        deviceGroupId: south,
        ignore: false,
        thresholds: { ...DEFAULTS, low_battery: 3.5, no_recent_insights: 9 },
      },
    ]);
  });

  it.each([
    ["settings.low_battery", { settings: { low_battery: "no" } }, "This must be true or false."],
    ["thresholds.no_recent_insights", { thresholds: { no_recent_insights: 0 } }, "This must be at least 1."],
    [
      "thresholds.no_recent_insights",
      { thresholds: { no_recent_insights: 721 } },
      "This must be at most 720.",
    ],
    [
      "thresholds.no_recent_insights",
      { thresholds: { no_recent_insights: 1.5 } },
      "This must be a whole number.",
    ],
    ["thresholds.low_battery", { thresholds: { low_battery: 31 } }, "This must be at most 30."],
    [
      "groupSettings.0.ignore",
      { groupSettings: [{ deviceGroupId: "1", ignore: 1 }] },
      "This must be true or false.",
    ],
    ["groupSettings.0.deviceGroupId", { groupSettings: [{ ignore: true }] }, "Please fill in this field."],
  ])("refuses a wrong value and names %s", async (field, body, sentence) => {
    const user = await newUser();
    const answer = await test.call("PUT", URL, { as: user, body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[field]).toBe(sentence);
    expect(await read(user)).toMatchObject({ settings: ALL_ON, thresholds: DEFAULTS });
  });

  it("names a wrong threshold of a group", async () => {
    const user = await newUser();
    const group = await test.addGroup(user, "North", []);
    const body = { groupSettings: [{ deviceGroupId: group, thresholds: { low_battery: 0 } }] };
    const answer = await test.call("PUT", URL, { as: user, body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toHaveProperty(["groupSettings.0.thresholds.low_battery"]);
  });

  it("knows no group of another user, and then changes nothing", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const foreign = await test.addGroup(other, "Theirs", []);
    for (const deviceGroupId of [foreign, "999999", "x"]) {
      const body = { settings: { low_battery: false }, groupSettings: [{ deviceGroupId, ignore: true }] };
      const answer = await test.call("PUT", URL, { as: user, body });
      expect([answer.statusCode, answer.json().code]).toEqual([404, "not_found"]);
    }
    expect((await read(user)).settings).toEqual(ALL_ON);
    expect((await read(other)).groupSettings).toEqual([
      { deviceGroupId: foreign, ignore: false, thresholds: null },
    ]);
  });
});
