import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAdmin } from "../../../cli/admin-command.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

describe.each(DATABASE_KINDS)("the address for support on $name (promise B3)", (kind) => {
  let test: TestApp;
  let member: TestUser;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    member = await test.addUser("member");
  });
  afterAll(() => test.close());

  const shown = async (as?: TestUser) =>
    (await test.call("GET", "/api/config", as === undefined ? {} : { as })).json().message.supportEmail;

  it("is the oldest staff account's for those who are signed in, until the operator gives one to all", async () => {
    expect([await shown(), await shown(member)]).toEqual([null, null]);
    const keeper = await test.addUser("keeper", "staff");
    await test.addUser("later", "staff");
    expect([await shown(), await shown(member)]).toEqual([null, keeper.email]);

    expect(await runAdmin(test.deps, ["support-address"])).toEqual({
      exitCode: 0,
      text: "No support address is given yet: support-address EMAIL.",
    });
    expect(await runAdmin(test.deps, ["support-address", "help"])).toEqual({
      exitCode: 1,
      text: '"help" is no email address.',
    });
    expect(await runAdmin(test.deps, ["support-address", "help@example.org"])).toEqual({
      exitCode: 0,
      text: "The support dialog names help@example.org.",
    });
    expect([await shown(), await shown(member)]).toEqual(["help@example.org", "help@example.org"]);
    await runAdmin(test.deps, ["support-address", "new@example.org"]);
    expect(await shown(member)).toBe("new@example.org");
  });

  it("is that of the setting where there is one, which the command says", async () => {
    const config = { ...test.config, supportEmail: "set@example.org" };
    expect(await runAdmin({ ...test.deps, config }, ["support-address", "other@example.org"])).toEqual({
      exitCode: 0,
      text: "other@example.org is stored, but the support dialog names set@example.org, because SUPPORT_EMAIL is set.",
    });
  });
});
