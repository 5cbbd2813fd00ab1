import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultOf, runAdmin } from "../../../cli/admin-command.ts";
import { drawnPhoto } from "../../support/server/access/access-world.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

describe.each(DATABASE_KINDS)("the operator's help for a fleet and its people on $name", (kind) => {
  let test: TestApp;
  let zoe: TestUser;
  let ada: TestUser;
  let photo: Buffer;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    zoe = await test.addUser("zoe", "staff");
    ada = await test.addUser("ada");
    photo = await drawnPhoto();
  });
  afterAll(() => test.close());

  const admin = (...args: string[]) => runAdmin(test.deps, args);
  const done = (text: string) => ({ exitCode: 0, text });
  const refused = (text: string) => ({ exitCode: 1, text });
  const log = async (action: string) =>
    (await test.call("GET", `/api/internal/audit?actor=operator&action=${action}`, { as: zoe })).json()
      .message;
  const shownInsights = async (deviceId: string) =>
    (await test.call("GET", "/api/insights/paginated", { as: ada }))
      .json()
      .message.filter(({ device_id }: { device_id: string }) => device_id === deviceId).length;

  it("leaves one of staff: the last one keeps the role until somebody else has it", async () => {
    expect(await admin("promote", zoe.email, "member")).toEqual(
      refused(
        "zoe@example.org is the only one of staff. Make somebody else staff first: promote EMAIL staff.",
      ),
    );
    expect(await log("change_role")).toEqual([]);
    await admin("promote", ada.email);
    expect((await admin("promote", zoe.email, "restricted")).exitCode).toBe(0);
    expect((await admin("promote", ada.email, "member")).exitCode).toBe(1);
    await admin("promote", zoe.email);
    expect((await admin("promote", ada.email, "member")).exitCode).toBe(0);
  });

  it("signs a person out everywhere", async () => {
    const lost = await test.addUser("lost");
    await test.signInAgain(lost);
    expect(await admin("sign-out", "Lost@example.org")).toEqual(
      done("Lost@example.org is signed out everywhere (2 sessions)."),
    );
    expect((await test.call("GET", "/api/user", { as: lost })).statusCode).toBe(401);
    expect(await log("end_sessions")).toMatchObject([{ actorId: null, actor: "operator", target: "lost" }]);
    expect(await admin("sign-out", "none@example.org")).toEqual(
      refused("There is no account with the email none@example.org."),
    );
  });

  it("assigns a Sentinel and takes it away, and leaves the person's others", async () => {
    await test.addDevice("OP-1", []);
    await test.addDevice("OP-2", [ada]);
    const held = async () =>
      (await test.call("GET", "/api/getDevicesForUser", { as: ada }))
        .json()
        .message.map(({ device_id }: { device_id: string }) => device_id)
        .sort();
    expect(await admin("assign-device", "OP-1", ada.email)).toEqual(
      done("Sentinel OP-1 is assigned to ada@example.org now."),
    );
    expect(await held()).toEqual(["OP-1", "OP-2"]);
    expect(await admin("unassign-device", "OP-1", ada.email)).toEqual(
      done("Sentinel OP-1 is not assigned to ada@example.org any more."),
    );
    expect(await held()).toEqual(["OP-2"]);
    expect(await admin("unassign-device", "OP-1", ada.email)).toEqual(
      refused("OP-1 is not assigned to ada@example.org."),
    );
    expect(await admin("assign-device", "nowhere", ada.email)).toEqual(refused("There is no such Sentinel."));
    expect((await log("assign_devices")).map(({ target }: { target: string }) => target)).toEqual([
      "ada",
      "ada",
    ]);
  });

  it("puts a model into an account and takes it out", async () => {
    const model = await test.addModel("Birds", [], []);
    const held = async () =>
      (await test.call("GET", `/api/getModelsForUser/${ada.userId}`, { as: ada })).json().message.length;
    expect((await admin("assign-model", model, ada.email)).exitCode).toBe(0);
    expect(await held()).toBe(1);
    expect((await admin("unassign-model", model, ada.email)).exitCode).toBe(0);
    expect(await held()).toBe(0);
    expect(await admin("assign-model", "999", ada.email)).toEqual(refused("There is no such model."));
    expect(await log("assign_models")).toHaveLength(2);
  });

  it("lists the releases with their models", async () => {
    expect(await admin("releases")).toEqual(done("There is no release yet."));
    const model = await test.addModel("Mammals", [], []);
    const release = await test.addRelease("Spring", [], [model]);
    const [heading = "", row = "", ...more] = (await admin("releases")).text.split("\n");
    expect(heading.split(/ {2,}/)).toEqual(["id", "name", "models", "description"]);
    expect(row.trim().split(/ {2,}/).slice(0, 3)).toEqual([release, "Spring", model]);
    expect(more).toEqual([]);
  });

  it("brings back the insights of a Sentinel that its user set aside", async () => {
    const ref = await test.addDevice("BACK-1", [ada]);
    for (let n = 0; n < 3; n += 1) await test.addInsight(ref, photo);
    const cleared = await test.call("DELETE", "/api/dataClearing/BACK-1?insights=true", { as: ada });
    expect(cleared.statusCode).toBe(200);
    expect(await shownInsights("BACK-1")).toBe(0);
    expect(await admin("restore-insights", "BACK-1")).toEqual(done("Sentinel BACK-1 has 3 insights back."));
    expect(await shownInsights("BACK-1")).toBe(3);
    expect(await admin("restore-insights", "BACK-1")).toEqual(
      done("Sentinel BACK-1 has no insights that were set aside."),
    );
    expect(await log("restore_insights")).toMatchObject([
      { targetId: "BACK-1", changes: [{ fact: "insights", before: null, after: "3" }] },
    ]);
    expect(await admin("restore-insights", "nowhere")).toEqual(refused("There is no such Sentinel."));
  });

  it("deletes a Sentinel only with --yes, after it said what that is", async () => {
    const ref = await test.addDevice("GONE-1", [ada]);
    await test.addInsight(ref, photo);
    const contents = "1 insight, 1 photo, 0 alerts, 0 updates, assigned to ada";
    const asked = await admin("clear-device", "GONE-1");
    expect(asked.exitCode).toBe(0);
    expect(asked.text).toContain(`This would delete Sentinel GONE-1: ${contents}.`);
    expect(await shownInsights("GONE-1")).toBe(1);
    expect(await log("clear_device")).toEqual([]);

    const gone = await admin("clear-device", "GONE-1", "--yes");
    expect(gone.text).toContain(`Sentinel GONE-1 is deleted: ${contents}.`);
    expect(await shownInsights("GONE-1")).toBe(0);
    const left = await test.db.reader
      .selectFrom("insights")
      .where("device_ref", "=", ref)
      .select("insight_id")
      .execute();
    expect(left).toEqual([]);
    expect(await log("clear_device")).toMatchObject([{ actor: "operator", targetId: "GONE-1" }]);
    expect(await admin("clear-device", "GONE-1", "--yes")).toEqual(refused("There is no such Sentinel."));
  });

  it("prints the audit log, by person and by action, without a secret", async () => {
    const { message } = (await test.call("POST", "/api/internal/invites", { as: zoe })).json();
    await admin("promote", ada.email, "member");
    await admin("reset-password", ada.email);
    const [heading = "", newest = "", ...rest] = (await admin("audit")).text.split("\n");
    expect(heading.split(/ {2,}/)).toEqual(["when", "who", "what", "on what", "change"]);
    expect(newest).toMatch(/operator +create_reset_link +user \d+ ada/);
    expect([newest, ...rest].join("\n")).not.toContain(message.code);
    const ofZoe = (await admin("audit", "--actor", String(zoe.userId))).text.split("\n").slice(1);
    expect(ofZoe).toHaveLength(1);
    expect(ofZoe[0]).toContain(`zoe (${zoe.userId})`);
    expect((await admin("audit", "--limit", "2")).text.split("\n")).toHaveLength(3);
    expect(await admin("audit", "--action", "publish_model")).toEqual(done("There is no entry."));
  });
});

describe("the operator's words", () => {
  it("are checked before anything is opened", () => {
    const wrong: [string[], string][] = [
      [["sign-out"], "sign-out needs the email of an account."],
      [["assign-device", "A"], "assign-device needs more words."],
      [["unassign-model", "1", "a@b.org", "c"], 'What is "c" for?'],
      [["restore-insights"], "restore-insights needs the id of a Sentinel."],
      [["clear-device", "--yes"], "clear-device needs the id of a Sentinel."],
      [["clear-device", "A", "yes"], 'What is "yes" for?'],
      [["audit", "--action", "dance"], 'There is no action "dance"'],
      [["audit", "--limit", "0"], '"0" is no number of entries.'],
      [["releases", "all"], 'What is "all" for?'],
    ];
    for (const [args, sentence] of wrong) {
      expect(faultOf(args)).toMatchObject({ exitCode: 2, text: expect.stringContaining(sentence) });
    }
    expect(faultOf(["clear-device", "A", "--yes"])).toBeNull();
  });
});
