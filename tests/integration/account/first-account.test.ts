import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { currentSetupCode } from "../../../server/features/account/setup-code.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import { signupBody, TEST_SETUP_CODE } from "../../support/signup.ts";

describe.each(DATABASE_KINDS)("the first user, over $name", (kind) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ kind, isFresh: true });
  });
  afterAll(() => test.close());
  const signUp = (name: string, changes: Record<string, unknown> = {}) =>
    test.call("POST", "/api/signup", { body: signupBody(name, changes) });
  const asksForCode = async () => (await test.call("GET", "/api/config")).json().message.needsSetupCode;

  it("needs the set-up code, which ends with the first account, and is one alone, even where many sign up at once (neighbour 7) [ROLE-01]", async () => {
    const NEEDED =
      "This server has no account yet. The first one needs the set-up code that the server prints when it starts.";
    expect(await asksForCode()).toBe(true);
    const none = await signUp("stranger");
    expect([none.statusCode, none.json()]).toEqual([
      400,
      { code: "invalid", errors: { setupCode: NEEDED, general: NEEDED } },
    ]);
    const wrong = await signUp("stranger", { setupCode: "FERN-MOSS-TEST-7778", email: "no email" });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      400,
      {
        setupCode: "This is not the set-up code that the server prints when it starts.",
        email: "Not a valid email.",
        general: "Please check the marked fields.",
      },
    ]);
    expect(await test.db.reader.selectFrom("users").select("user_id").execute()).toEqual([]);

    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((name) => signUp(name, { setupCode: " fern moss-test7777 " })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const users = await test.db.reader.selectFrom("users").select("role").execute();
    expect(users.map(({ role }) => role).sort()).toEqual(["member", "member", "member", "staff"]);

    expect(await asksForCode()).toBe(false);
    expect((await signUp("later")).statusCode).toBe(200);
    // Not even a server that lost all its users asks again: nobody becomes staff by being the only one.
    await test.db.write((transaction) => transaction.deleteFrom("users").execute());
    expect(await asksForCode()).toBe(false);
    const { token } = (await signUp("alone")).json();
    const alone = await test.call("GET", "/api/user", { as: token });
    expect(alone.json().userCredentials).toMatchObject({ username: "alone", role: "member" });
  });

  it("finds the same code after a restart, and none once there is an account (neighbour 7)", async () => {
    const fresh = await makeTestApp({ kind, isFresh: true, env: { SETUP_CODE: "" } });
    const code = await currentSetupCode(fresh.deps);
    expect(code).toMatch(/^[2-9A-HJKMNP-TW-Z]{4}(-[2-9A-HJKMNP-TW-Z]{4}){3}$/);
    expect(await currentSetupCode(fresh.deps)).toBe(code);
    const body = signupBody("first", { setupCode: code });
    expect((await fresh.call("POST", "/api/signup", { body })).statusCode).toBe(200);
    expect(await currentSetupCode(fresh.deps)).toBeNull();
    const stored = await fresh.db.reader.selectFrom("meta").select("value").execute();
    expect(stored.map(({ value }) => value)).not.toContain(code);
    await fresh.close();
  });
});

describe("who may sign up", () => {
  it("slows down who tries set-up codes, and takes the code in the place of an invitation (neighbour 7)", async () => {
    const test = await makeTestApp({ isFresh: true, env: { SIGNUP: "invite", STAFF_USER_ID: "7" } });
    const signUp = async (setupCode: string) =>
      (await test.call("POST", "/api/signup", { body: signupBody("first", { setupCode }) })).statusCode;
    for (let count = 0; count < 20; count += 1) expect(await signUp(`WRONG-${count}`)).toBe(400);
    expect(await signUp(TEST_SETUP_CODE)).toBe(429);
    test.clock.advance(30_000);
    expect(await signUp(TEST_SETUP_CODE)).toBe(200);
    expect(await signUp(TEST_SETUP_CODE)).toBe(403);
    await test.close();
  });

  it("makes nobody staff by signing up where the configuration names one", async () => {
    const test = await makeTestApp({ env: { STAFF_USER_ID: "2" } });
    const { token } = (await test.call("POST", "/api/signup", { body: signupBody("first") })).json();
    const user = await test.call("GET", "/api/user", { as: token });
    expect(user.json().userCredentials).toMatchObject({ userIdSql: 1, role: "member" });
    await test.close();
  });

  it("refuses everybody where sign-up is closed", async () => {
    const test = await makeTestApp({ env: { SIGNUP: "closed" } });
    const answer = await test.call("POST", "/api/signup", { body: signupBody("late", { invite: "x" }) });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({
      code: "signup_closed",
      errors: { general: "Sign-up is closed on this server." },
    });
    await test.close();
  });
});
