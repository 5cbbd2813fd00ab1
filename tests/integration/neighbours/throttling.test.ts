import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PASSWORDS, WRONG_CODES } from "../../../server/features/account/attempt-guard.ts";
import { keepDevice, MOST_DEVICES_OF_USER } from "../../../server/features/account/known-device.ts";
import {
  type AttemptRule,
  bucketOf,
  MOST_BUCKETS,
} from "../../../server/features/attempts/attempt-buckets.ts";
import { findLevels, storeLevels, sweepLevels } from "../../../server/features/attempts/repository.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const WRONG_PASSWORD = "Wrong-Password-1";
const NEW_PASSWORD = "Lichen-on-Bark-9";
const ENV = { TRUST_PROXY: "1" };
/** More than any bucket holds. */
const MANY = 60;
/** How long a bucket of sign-ins is not full at most. */
const LONGEST_MS = 50 * 30_000;

interface Device {
  readonly address: string;
  readonly cookie?: string | undefined;
}

describe.each(DATABASE_KINDS)("throttling on $name", (kind) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ kind, env: ENV });
  });
  afterAll(() => test.close());

  const headersOf = ({ address, cookie }: Device) => ({
    "x-forwarded-for": address,
    ...(cookie === undefined ? {} : { cookie }),
  });
  const login = (email: string, password: string, device: Device, server = test) =>
    server.call("POST", "/api/login", { body: { email, password }, headers: headersOf(device) });
  const statusOf = async (email: string, password: string, device: Device, server = test) =>
    (await login(email, password, device, server)).statusCode;

  /** The cookie that a browser keeps after a sign-in from there. */
  async function cookieOf(email: string, device: Device, password = TEST_PASSWORD): Promise<string> {
    const answer = await login(email, password, device);
    expect(answer.statusCode).toBe(200);
    return keptCookie(answer.headers);
  }

  /** Guesses until the server refuses. @returns how many guesses it checked */
  async function flood(email: string, device: Device, server = test): Promise<number> {
    for (let count = 0; count < MANY; count += 1) {
      if ((await statusOf(email, WRONG_PASSWORD, device, server)) === 429) return count;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Leaves a bucket as attempts leave it that empty it: they need not all be made, because each is hashed. */
  async function empty(rule: AttemptRule, ...subject: string[]): Promise<void> {
    const full_at = test.deps.steadyClock.now() + rule.capacity * rule.refillMs;
    const { key: bucket_key } = bucketOf(rule, ...subject);
    await test.db.write((transaction) => storeLevels(transaction, [{ bucket_key, full_at }]));
  }

  const rows = () => test.db.reader.selectFrom("attempt_buckets").selectAll().orderBy("bucket_key").execute();
  const devicesOf = ({ userId }: TestUser) =>
    test.db.reader.selectFrom("known_devices").selectAll().where("user_id", "=", userId).execute();

  it("lets a device sign in whose account is guessed at from everywhere, its own address too (neighbour 5)", async () => {
    const { email } = await test.addUser("own-device");
    const cookie = await cookieOf(email, { address: "203.0.113.1" });
    const strangers: number[] = [];
    for (let host = 1; host <= 52; host += 1) {
      strangers.push(await statusOf(email, WRONG_PASSWORD, { address: `198.18.${host}.1` }));
    }
    expect(strangers.map((status) => status === 401).lastIndexOf(true)).toBe(49);
    await empty(PASSWORDS.byAddress, "203.0.113.1");
    expect(await statusOf(email, TEST_PASSWORD, { address: "203.0.113.2" })).toBe(429);
    expect(await statusOf(email, TEST_PASSWORD, { address: "203.0.113.1" })).toBe(429);
    expect(await statusOf(email, TEST_PASSWORD, { address: "203.0.113.1", cookie })).toBe(200);
    // In another network too, and with others who sign in there.
    const other = await test.addUser("same-browser");
    const both = await cookieOf(other.email, { address: "203.0.113.3", cookie });
    expect(await statusOf(email, TEST_PASSWORD, { address: "203.0.113.3", cookie: both })).toBe(200);
    expect(await devicesOf(other)).toHaveLength(1);
  });

  it("answers a flood from many networks without writing, and begins anew neither with a restart nor on a second server (neighbour 5)", async () => {
    const { email } = await test.addUser("restarted");
    await empty(PASSWORDS.byAccount, email);
    const before = await rows();
    const write = vi.spyOn(test.db, "write");
    for (let host = 1; host <= MANY; host += 1) {
      const address = `198.20.${host}.1`;
      expect(await statusOf(email, TEST_PASSWORD, { address })).toBe(429);
    }
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
    expect(await rows()).toEqual(before);

    const again = { ...test.opened, db: await test.opened.again() };
    const restarted = await makeTestApp({ opened: again, clock: test.clock, env: ENV });
    const refused = await login(email, TEST_PASSWORD, { address: "203.0.113.9" }, restarted);
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "30"]);
    test.clock.advance(30_000);
    const device = { address: "203.0.113.9" };
    expect(await statusOf(email, WRONG_PASSWORD, device, restarted)).toBe(401);
    expect(await statusOf(email, TEST_PASSWORD, device)).toBe(429);
    await restarted.app.close();
  });

  it("counts the time that passes, however the clock is set; after a restart a clock that went back adds no more than the bucket's own time (neighbour 5)", async () => {
    const { email } = await test.addUser("clocked");
    const device = { address: "203.0.113.20" };
    await flood(email, device);
    for (const byMs of [DAY_MS, -2 * DAY_MS]) {
      test.clock.set(byMs);
      const refused = await login(email, TEST_PASSWORD, device);
      expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "30"]);
    }
    const again = { ...test.opened, db: await test.opened.again() };
    const restarted = await makeTestApp({ opened: again, clock: test.clock, env: ENV });
    // Its rows are of a day later than it knows.
    expect(await statusOf(email, TEST_PASSWORD, device, restarted)).toBe(429);
    test.clock.advance(30_000);
    expect(await statusOf(email, TEST_PASSWORD, device, restarted)).toBe(200);
    await restarted.app.close();
    test.clock.set(DAY_MS);
    test.clock.advance(LONGEST_MS);
    expect(await statusOf(email, TEST_PASSWORD, device)).toBe(200);
  });

  it("counts an IPv6 household as one address and its neighbours apart (neighbour 5)", async () => {
    const guess = (address: string) => statusOf("household@example.org", WRONG_PASSWORD, { address });
    for (let host = 1; host <= 10; host += 1) expect(await guess(`2001:db8:0:1::${host}`)).toBe(401);
    expect(await guess("2001:db8:0:1:ffff::9")).toBe(429);
    expect(await guess("2001:db8:0:2::9")).toBe(401);
    // With many accounts too.
    await empty(PASSWORDS.byAddress, "2001:db8:0:2");
    expect(await guess("2001:db8:0:2:ffff::9")).toBe(429);
  });

  it("answers for an account that does not exist as for one that does, with a cookie and without (neighbour 5)", async () => {
    const { email } = await test.addUser("existing");
    const { email: attacker } = await test.addUser("attacker");
    const cookie = await cookieOf(attacker, { address: "203.0.113.30" });
    const told = async (account: string, net: number) => {
      const answers: unknown[][] = [];
      const ask = async (device: Device) => {
        const { statusCode, headers, body } = await login(account, WRONG_PASSWORD, device);
        const { date, "understory-time": time, ...rest } = headers;
        answers.push([statusCode, rest, body]);
      };
      for (let count = 0; count < 12; count += 1) await ask({ address: `198.${net}.0.1` });
      await ask({ address: `198.${net}.0.2`, cookie });
      await empty(PASSWORDS.byAccount, account);
      await ask({ address: `198.${net}.0.2`, cookie });
      return answers;
    };
    const known = await told(email, 40);
    expect(await told("nobody@example.org", 41)).toEqual(known);
    expect(known.map(([status]) => status)).toEqual([...Array(10).fill(401), 429, 429, 401, 429]);
    const reset = async (account: string, host: number) => {
      const headers = headersOf({ address: `203.0.113.${host}` });
      const body = { email: account, password: NEW_PASSWORD, code: "wrong" };
      const answers: unknown[] = [];
      for (let count = 0; count < 25; count += 1) {
        const answer = await test.call("POST", "/api/resetPassword", { body, headers });
        answers.push([answer.statusCode, answer.headers["retry-after"], answer.body]);
      }
      return answers;
    };
    expect(await reset("nobody@example.org", 31)).toEqual(await reset(email, 32));
  });

  it("stops whoever guesses with a stolen cookie, whose owner is no worse off than anybody (neighbour 5)", async () => {
    const { email } = await test.addUser("stolen");
    const cookie = await cookieOf(email, { address: "203.0.113.40" });
    // The device's own bucket, then that of a stranger.
    expect(await flood(email, { address: "192.0.2.40", cookie })).toBe(20);
    expect(await flood(email, { address: "192.0.2.41", cookie })).toBe(10);
    expect(await statusOf(email, TEST_PASSWORD, { address: "203.0.113.40", cookie })).toBe(200);
    // It opens nothing, and helps with no other account.
    expect((await test.call("GET", "/api/user", { headers: { cookie } })).statusCode).toBe(401);
    const { email: other } = await test.addUser("not-stolen");
    await empty(PASSWORDS.byAccount, other);
    expect(await flood(other, { address: "192.0.2.50", cookie })).toBe(0);
  });

  it("forgets devices with the password that they signed in with, but not the one that replaces it (neighbour 5)", async () => {
    const user = await test.addUser("replaced");
    const [here, there] = [{ address: "203.0.113.50" }, { address: "203.0.113.51" }];
    const [own, other] = [await cookieOf(user.email, here), await cookieOf(user.email, there)];
    const change = { currPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    const headers = headersOf({ ...here, cookie: own });
    const changed = await test.call("POST", "/api/changePassword", { as: user, body: change, headers });
    expect(changed.statusCode).toBe(200);
    const kept = keptCookie(changed.headers);
    await empty(PASSWORDS.byAccount, user.email);
    for (const cookie of [own, other]) {
      expect(await statusOf(user.email, NEW_PASSWORD, { ...here, cookie })).toBe(429);
    }
    expect(await statusOf(user.email, NEW_PASSWORD, { ...here, cookie: kept })).toBe(200);

    // A mailed link works during the flood, and makes its device the only one that is known.
    const ask = { body: { email: user.email }, headers: headersOf(there) };
    await test.call("POST", "/api/resetPassword", ask);
    const code = /#code=([\w-]+)/.exec((await test.mailBox.next()).text)?.[1];
    await empty(WRONG_CODES, there.address);
    const answer = await test.call("POST", "/api/resetPassword", {
      body: { email: user.email, password: TEST_PASSWORD, code },
      headers: headersOf({ ...there, cookie: other }),
    });
    const reset = keptCookie(answer.headers);
    await empty(PASSWORDS.byAccount, user.email);
    expect(await statusOf(user.email, TEST_PASSWORD, { ...here, cookie: kept })).toBe(429);
    expect(await statusOf(user.email, TEST_PASSWORD, { ...there, cookie: reset })).toBe(200);
    await test.db.write((transaction) =>
      transaction.deleteFrom("users").where("user_id", "=", user.userId).execute(),
    );
    expect(await devicesOf(user)).toEqual([]);
  });

  it("counts no right password, also of several at once (neighbour 5)", async () => {
    const { email } = await test.addUser("hasty");
    const device = { address: "203.0.113.60" };
    const guesses = Array.from({ length: 14 }, () => statusOf(email, WRONG_PASSWORD, device));
    expect((await Promise.all(guesses)).filter((status) => status === 401)).toHaveLength(10);
    test.clock.advance(LONGEST_MS);
    for (let count = 0; count < 11; count += 1) {
      expect(await statusOf(email, TEST_PASSWORD, device)).toBe(200);
    }
  });

  it("keeps twenty devices of a user, and a cookie that scripts and other sites do not get (neighbour 5)", async () => {
    const user = await test.addUser("many-devices");
    const first = await cookieOf(user.email, { address: "203.0.113.70" });
    const browser = { known: null, secrets: [] };
    for (let count = 0; count < MOST_DEVICES_OF_USER; count += 1) {
      test.clock.advance(1);
      await test.db.write((transaction) => keepDevice(test.deps, transaction, user.userId, browser));
    }
    expect(await devicesOf(user)).toHaveLength(20);
    const { headers } = await login(user.email, TEST_PASSWORD, { address: "203.0.113.70", cookie: first });
    expect(String(headers["set-cookie"])).toMatch(
      /^understory_devices=[\w.-]{87}; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict$/,
    );
    const secure = await test.call("POST", "/api/login", {
      body: { email: user.email, password: TEST_PASSWORD },
      headers: { "x-forwarded-proto": "https" },
    });
    expect(String(secure.headers["set-cookie"])).toContain("; Secure;");
    const stored = JSON.stringify(await devicesOf(user));
    expect(stored).not.toContain(keptCookie(headers).split(/[=.]/)[1]);
  });

  it("keeps a bounded number of buckets, the full ones not (neighbour 5)", async () => {
    test.clock.advance(HOUR_MS);
    await login("swept@example.org", WRONG_PASSWORD, { address: "203.0.113.80" });
    expect(await rows()).toHaveLength(3);
    const nowMs = test.clock.now();
    const waiting = [1, 2, 3, 4, 5].map((s) => ({ bucket_key: `test:${s}`, full_at: nowMs + s * DAY_MS }));
    await test.db.write(async (transaction) => {
      await storeLevels(transaction, waiting);
      await sweepLevels(transaction, nowMs, 2);
    });
    expect((await rows()).map(({ bucket_key }) => bucket_key)).toEqual(["test:4", "test:5"]);
    expect(MOST_BUCKETS).toBeLessThanOrEqual(100_000);
    await test.db.write((transaction) => sweepLevels(transaction, nowMs + 10 * DAY_MS, 2));
    expect(await findLevels(test.db.reader, ["test:4", "test:5"])).toEqual([]);
  });

  it("counts sign-ups and requests for links by address over restarts too, and a known device apart (neighbour 5)", async () => {
    const { email } = await test.addUser("asking");
    const here = { address: "203.0.113.90" };
    const cookie = await cookieOf(email, here);
    const ask = async (account: string, device: Device, server = test) =>
      (
        await server.call("POST", "/api/resetPassword", {
          body: { email: account },
          headers: headersOf(device),
        })
      ).statusCode;
    const signUp = async (server = test) =>
      (await server.call("POST", "/api/signup", { body: EMPTY_SIGN_UP, headers: headersOf(here) }))
        .statusCode;
    for (let count = 0; count < 20; count += 1) expect(await ask(`a${count}@example.org`, here)).toBe(200);
    for (let count = 0; count < 30; count += 1) expect(await signUp()).toBe(400);
    const again = { ...test.opened, db: await test.opened.again() };
    const restarted = await makeTestApp({ opened: again, clock: test.clock, env: ENV });
    expect([await ask(email, here, restarted), await signUp(restarted)]).toEqual([429, 429]);
    expect(await ask(email, { ...here, cookie }, restarted)).toBe(200);
    expect((await restarted.mailBox.next()).to).toBe(email);
    await restarted.app.close();
    test.clock.advance(MINUTE_MS);
    expect([await ask(email, here), await signUp()]).toEqual([200, 400]);
  });
});

const EMPTY_SIGN_UP = {
  firstName: "",
  lastName: "",
  phoneNumber: "",
  country: "",
  username: "",
  email: "",
  password: "",
  confirmPassword: "",
};

/** The cookie of an answer, as a browser sends it back. */
function keptCookie(headers: Record<string, unknown>): string {
  return String(headers["set-cookie"]).split(";", 1)[0] ?? "";
}
