import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultOf, runAdmin } from "../../cli/admin-command.ts";
import { makeTestApp, type TestApp } from "../support/test-app.ts";

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
      "id  role    username  e-mail               since       last seen",
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
    expect(none).toEqual({ exitCode: 1, text: "There is no account with the e-mail none@example.org." });
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
