import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultOf, runAdmin } from "../../../cli/admin-command.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";

describe("npm run admin", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ env: { STAFF_USER_ID: "1", SIGNUP: "invite" } });
    await test.addUser("chief");
    await test.addUser("wangari");
  });
  afterAll(() => test.close());

  const admin = (...args: string[]) => runAdmin(test.deps, args);

  it("lists all accounts with the roles that hold, and no hash of anything", async () => {
    const { exitCode, text } = await admin("list");
    expect(exitCode).toBe(0);
    expect(text.split("\n")).toEqual([
      "id  role    username  email                since       last seen",
      "1   staff   chief     chief@example.org    2024-05-01  2024-05-01",
      "2   member  wangari   wangari@example.org  2024-05-01  2024-05-01",
    ]);
  });

  it("prints a link that sets a new password, and nothing else", async () => {
    const { exitCode, text } = await admin("reset-password", "Wangari@example.org");
    expect(exitCode).toBe(0);
    const code = /^http:\/\/127\.0\.0\.1:8080\/resetpassword#code=([\w-]{43})$/.exec(text)?.[1];
    const body = { email: "wangari@example.org", password: "Lichen-on-Bark-9", code };
    expect((await test.call("POST", "/api/resetPassword", { body })).statusCode).toBe(200);
    const none = await admin("reset-password", "none@example.org");
    expect(none).toEqual({ exitCode: 1, text: "There is no account with the email none@example.org." });
  });

  it("gives roles, and says where the configuration overrules them", async () => {
    expect(await admin("promote", "wangari@example.org")).toEqual({
      exitCode: 0,
      text: "wangari@example.org is staff now.",
    });
    expect((await admin("list")).text).toMatch(/staff +wangari/);
    expect((await admin("promote", "wangari@example.org", "restricted")).text).toContain("is restricted now");
    expect((await admin("promote", "chief@example.org", "member")).text).toContain("stays staff");
    expect((await admin("promote", "wangari@example.org", "boss")).exitCode).toBe(1);
  });

  it("prints an invitation, with which one person signs up", async () => {
    const { text } = await admin("invite");
    const body = {
      firstName: "A",
      lastName: "B",
      phoneNumber: "7",
      country: "C",
      username: "invited",
      email: "invited@example.org",
      password: "Lichen-on-Bark-9",
      confirmPassword: "Lichen-on-Bark-9",
      invite: text,
    };
    expect((await test.call("POST", "/api/signup", { body })).statusCode).toBe(200);
  });

  it("publishes a model with its file, releases it and approves the release for a person", async () => {
    const file = join(test.dataDir, "Foxes.TFLITE");
    await writeFile(file, "TFL3 weights");
    const published = await admin(
      ...["publish-model", file, "--name", "Foxes", "--framework", "YOLOv5", "--author", "The lab"],
      ...["--classes", "fox, roe deer:Capreolus capreolus,99=empty"],
    );
    expect(published.exitCode).toBe(0);
    const id = /^Foxes is in the marketplace: model (\d+), 12 bytes, MD5 [0-9a-f]{32}\.$/.exec(
      published.text,
    )?.[1];
    const mei = await test.addUser("mei");
    const market = await test.call("GET", "/api/v2/marketplace/models", { as: mei });
    expect(market.json().message).toEqual([
      {
        alg_id: id,
        name: "Foxes",
        alg_name: "Foxes",
        description: null,
        author: "The lab",
        framework: "YOLOv5",
        image_path: null,
        classes: [
          { class_id: 0, label: "fox", original_label: "fox" },
          { class_id: 1, label: "roe deer", original_label: "Capreolus capreolus" },
          { class_id: 99, label: "empty", original_label: "empty" },
        ],
        inAccount: false,
      },
    ]);
    const sent = await test.call("GET", `/api/v2/marketplace/models/${id}/download`, { as: mei });
    expect(sent.body).toBe("TFL3 weights");
    expect(sent.headers["content-disposition"]).toContain('filename="Foxes.tflite"');

    const released = await admin("create-release", "--name", "Autumn", "--models", `${id}`);
    const release = /^Autumn is release (\d+)\./.exec(released.text)?.[1] ?? "";
    expect(await admin("approve-release", release, mei.email)).toEqual({
      exitCode: 0,
      text: `mei@example.org may update to release ${release} now.`,
    });
    const approved = await test.call("GET", "/api/modelRelease/approved", { as: mei });
    expect(approved.json().message).toMatchObject([{ id: release, name: "Autumn" }]);
  });

  it("says what it cannot publish, release or approve", async () => {
    const named = ["--name", "N", "--framework", "YOLOv5", "--classes", "fox"];
    const refusals: [string[], string][] = [
      [["publish-model", join(test.dataDir, "none"), ...named], "There is no file"],
      [["create-release", "--name", "N", "--models", "999"], "There is no such model."],
      [["approve-release", "999", "chief@example.org"], "There is no release 999."],
      [["approve-release", "1", "none@example.org"], "There is no account"],
    ];
    for (const [args, sentence] of refusals) {
      const { exitCode, text } = await admin(...args);
      expect(exitCode).toBe(1);
      expect(text).toContain(sentence);
    }
    const wrong: [string[], string][] = [
      [["publish-model", ...named], "publish-model needs a file."],
      [["publish-model", "a", "--name", "N"], "publish-model needs --framework."],
      [["publish-model", "a", ...named, "--classes", "1=fox,1=deer"], "is no list of classes"],
      [["publish-model", "a", ...named, "--colour", "red"], "--colour"],
      [["create-release", "--name", "N"], "create-release needs --models."],
      [["approve-release", "1"], "approve-release needs more words."],
    ];
    for (const [args, sentence] of wrong) {
      expect(faultOf(args)).toMatchObject({ exitCode: 2, text: expect.stringContaining(sentence) });
    }
  });

  it("says how it is used before it opens anything", () => {
    for (const args of [[], ["dance"], ["promote"], ["list", "all"], ["reset-password", "a@b.c", "d"]]) {
      const fault = faultOf(args);
      expect(fault?.exitCode).toBe(2);
      expect(fault?.text).toContain("Usage: npm run admin -- COMMAND");
    }
    expect(faultOf(["--help"])?.exitCode).toBe(0);
    expect(faultOf(["list"])).toBeNull();
  });
});
