import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../server/db/database.ts";
import { newInvite } from "../../../server/features/account/admin-service.ts";
import { AttemptGuard } from "../../../server/features/account/attempt-guard.ts";
import { updatePassword } from "../../../server/features/account/repository.ts";
import { signIn } from "../../../server/features/account/sign-in-service.ts";
import { deleteSessionsOf } from "../../../server/features/sessions/repository.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp } from "../../support/server/test-app.ts";

const WRONG_PASSWORD = "Wrong-Password-1";

describe("guessing at passwords", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ env: { TRUST_PROXY: "1" } });
  });
  afterAll(() => test.close());

  function login(email: string, password: string, address: string) {
    return test.call("POST", "/api/login", {
      body: { email, password },
      headers: { "x-forwarded-for": address },
    });
  }

  /** Guesses until the server has enough of it, and says after how many. */
  async function guessUntilThrottled(email: string, address: string): Promise<number> {
    for (let count = 0; count < 50; count += 1) {
      if ((await login(email, WRONG_PASSWORD, address)).statusCode === 429) return count;
    }
    return Number.POSITIVE_INFINITY;
  }

  it("slows down guesses at one account, whether or not it exists, and says when to come back", async () => {
    const { email } = await test.addUser("guessed");
    expect(await guessUntilThrottled(email, "192.0.2.1")).toBe(10);
    expect(await guessUntilThrottled("none@example.org", "192.0.2.2")).toBe(10);
    const answer = await login(email, TEST_PASSWORD, "192.0.2.1");
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toEqual({
      code: "throttled",
      errors: { general: "Too many attempts. Please try again in 30 s." },
    });
    expect(answer.headers["retry-after"]).toBe("30");
    test.clock.advance(30_000);
    expect((await login(email, TEST_PASSWORD, "192.0.2.1")).statusCode).toBe(200);
  });

  it("mails a few links at once and then one in ten minutes, always with the same answer", async () => {
    const { email } = await test.addUser("nagged");
    const ask = (host: number) =>
      test.call("POST", "/api/resetPassword", {
        body: { email },
        headers: { "x-forwarded-for": `192.0.2.${host}` },
      });
    const answers = new Set<string>();
    for (let host = 100; host < 110; host += 1) answers.add((await ask(host)).body);
    test.clock.advance(10 * 60_000);
    answers.add((await ask(110)).body);
    expect([...answers]).toEqual(['{"message":"Password reset email send!"}']);
    for (let mail = 0; mail < 4; mail += 1) expect((await test.mailBox.next()).to).toBe(email);
    expect(test.mailBox.mails).toHaveLength(4);
  });

  it("forgets the guesses at an account whose password was reset", async () => {
    const { email } = await test.addUser("recovered");
    await guessUntilThrottled(email, "192.0.2.150");
    await test.call("POST", "/api/resetPassword", { body: { email } });
    const code = /#code=([\w-]+)/.exec((await test.mailBox.next()).text)?.[1];
    const password = "Lichen-on-Bark-9";
    await test.call("POST", "/api/resetPassword", { body: { email, password, code } });
    expect((await login(email, password, "192.0.2.151")).statusCode).toBe(200);
  });

  it("opens no session for a password that was replaced while it was checked", async () => {
    const test = await makeTestApp();
    const user = await test.addUser("overtaken");
    const overtaken: Database = Object.assign(Object.create(test.db) as Database, {
      write: async (work: Parameters<Database["write"]>[0]) => {
        await test.db.write((transaction) => updatePassword(transaction, user.userId, "another hash"));
        await test.db.write((transaction) => deleteSessionsOf(transaction, user.userId));
        return test.db.write(work);
      },
    });
    const needs = { ...test.deps, db: overtaken, guard: new AttemptGuard(test.deps) };
    const from = { address: "192.0.2.1", userAgent: null, deviceSecrets: [] };
    const attempt = signIn(needs, { email: user.email, password: TEST_PASSWORD }, from);
    await expect(attempt).rejects.toMatchObject({ status: 401, code: "wrong_credentials" });
    expect(await test.db.reader.selectFrom("sessions").selectAll().execute()).toEqual([]);
    await test.close();
  });

  it("does the same work for an account that does not exist as for a wrong password", async () => {
    const { email } = await test.addUser("timed");
    const spent = async (address: string, host: number) => {
      const before = process.cpuUsage();
      await login(address, WRONG_PASSWORD, `192.0.2.${host}`);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await spent(email, 201);
    const unknown: number[] = [];
    const known: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      unknown.push(await spent(`nobody${count}@example.org`, 202));
      known.push(await spent(email, 203));
    }
    // Hashing is nearly all of the work: without it the unknown account would take a small part of it.
    expect(Math.max(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
  });
});

describe("signing up by invitation", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ env: { SIGNUP: "invite" } });
  });
  afterAll(() => test.close());

  function signUp(name: string, invite?: string) {
    return test.call("POST", "/api/signup", {
      body: {
        firstName: "Jane",
        lastName: "Goodall",
        phoneNumber: "7012345678",
        country: "Tanzania",
        username: name,
        email: `${name}@example.org`,
        password: TEST_PASSWORD,
        confirmPassword: TEST_PASSWORD,
        invite,
      },
    });
  }

  it("takes an invitation once", async () => {
    const code = await newInvite(test.deps);
    expect((await signUp("invited", code)).statusCode).toBe(200);
    const again = await signUp("uninvited", code);
    expect(again.statusCode).toBe(403);
    expect(again.json()).toEqual({
      code: "signup_closed",
      errors: { general: "This invitation is not valid, or was used already." },
    });
  });

  it("refuses who has none, a made-up one or one of last month", async () => {
    const none = await signUp("nobody");
    expect(none.json()).toEqual({
      code: "signup_closed",
      errors: { general: "Sign-up on this server needs an invitation." },
    });
    expect((await signUp("nobody", "x".repeat(43))).statusCode).toBe(403);
    const old = await newInvite(test.deps);
    test.clock.advance(30 * 86_400_000);
    expect((await signUp("nobody", old)).statusCode).toBe(403);
  });

  it("tells who was not invited nothing of the accounts that there are", async () => {
    await test.addUser("known");
    const answers = await Promise.all(["known", "unknown"].map((name) => signUp(name, "x".repeat(43))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });

  it("does not use an invitation up for a sign-up that is refused", async () => {
    await test.addUser("there");
    const code = await newInvite(test.deps);
    expect((await signUp("there", code)).statusCode).toBe(400);
    expect((await signUp("notthere", code)).statusCode).toBe(200);
  });
});

describe("roles", () => {
  it("come from the two numbers of the configuration, then from what is stored, else the least [ROLE-01]", async () => {
    const test = await makeTestApp({ env: { STAFF_USER_ID: "1", RESTRICTED_USER_ID: "2" } });
    const users = [
      await test.addUser("named-staff"),
      await test.addUser("named-restricted", "staff"),
      await test.addUser("plain"),
      await test.addUser("odd", "emperor" as never),
    ];
    const roles: string[] = [];
    for (const user of users) {
      roles.push((await test.call("GET", "/api/user", { as: user })).json().userCredentials.role);
    }
    expect(roles).toEqual(["staff", "restricted", "member", "restricted"]);
    await test.close();
  });
});
