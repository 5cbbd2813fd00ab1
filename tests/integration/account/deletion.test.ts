import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { JobRunner } from "../../../server/jobs/job-runner.ts";
import { drawnPhoto } from "../../support/server/access/access-world.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { imageForm } from "../../support/server/image-form.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const DAY_MS = 86_400_000;

describe.each(DATABASE_KINDS)("the deletion of an account on $name", (kind) => {
  let test: TestApp;
  let serial = 0;
  let user: TestUser;
  beforeAll(async () => {
    test = await makeTestApp({ kind, env: { PUBLIC_URL: "https://understory.example.org" } });
    await test.addUser("first", "staff");
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    serial += 1;
    user = await test.addUser(`leaver${serial}`);
  });

  const ask = (who: TestUser, password = TEST_PASSWORD) =>
    test.call("DELETE", "/api/user", { as: who, body: { password } });
  const keep = (who: TestUser) => test.call("POST", "/api/user/keep", { as: who });
  async function deletionAt(who: TestUser): Promise<string | null> {
    return (await test.call("GET", "/api/user", { as: who })).json().userCredentials.deletionAt;
  }
  const countOf = async (table: "users" | "sessions" | "groups" | "alerts" | "user_images") => {
    const row = await test.db.reader
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("user_id", "=", user.userId)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };

  it("comes after thirty days, and mails say so when it is asked for and when it is taken back", async () => {
    expect(await deletionAt(user)).toBeNull();
    expect((await ask(user)).json()).toEqual({ message: "ok" });
    const at = new Date(test.clock.now() + 30 * DAY_MS).toISOString();
    expect(await deletionAt(user)).toBe(at);
    const asked = await test.mailBox.next();
    expect(asked.to).toBe(user.email);
    expect(asked.text).toContain(`It is deleted on ${at.slice(0, 10)} (UTC)`);
    expect(asked.text).toContain("https://understory.example.org/?tab=account&part=security");
    expect((await keep(user)).json()).toEqual({ message: "ok" });
    expect(await deletionAt(user)).toBeNull();
    expect((await test.mailBox.next()).subject).toBe("Your Understory account stays");
    test.clock.advance(31 * DAY_MS);
    expect(await test.jobs.deleteAccounts()).toBe(0);
    expect(await countOf("users")).toBe(1);
  });

  it("is not moved by a repeated call, which sends no second mail", async () => {
    await ask(user);
    const at = await deletionAt(user);
    test.clock.advance(DAY_MS);
    const mails = test.mailBox.mails.length;
    expect((await ask(user)).statusCode).toBe(200);
    expect(await deletionAt(user)).toBe(at);
    await keep(user);
    expect((await keep(user)).statusCode).toBe(200);
    expect(test.mailBox.mails.length).toBe(mails + 1);
  });

  it("needs the password, and counts wrong ones", async () => {
    const answer = await ask(user, "Wrong-Password-1");
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: "wrong_password",
      errors: { password: "The entered password is not correct" },
    });
    expect(await deletionAt(user)).toBeNull();
    for (let count = 1; count < 10; count += 1) await ask(user, "Wrong-Password-1");
    expect((await ask(user)).statusCode).toBe(429);
  });

  it("takes all that is the user's alone, once, whichever process does it", async () => {
    const shared = await test.addUser(`colleague${serial}`);
    const alone = await test.addDevice(`ALONE-${serial}`, [user]);
    const together = await test.addDevice(`TOGETHER-${serial}`, [user, shared]);
    const photo = await drawnPhoto();
    const { insightId } = await test.addInsight(alone, photo);
    const seen = await test.addInsight(together, photo);
    await test.addGroup(user, "North ridge", [alone, together]);
    await test.addAlert(user, alone);
    const picture = await imageForm(new Uint8Array(photo));
    await test.call("POST", "/api/user/image", { as: user, ...picture });
    const save = (who: TestUser, insightStatus: string, base?: string) =>
      test.call("POST", "/api/updates/", {
        as: who,
        body: {
          insights: [
            {
              insightId: seen.insightId,
              deviceId: `TOGETHER-${serial}`,
              insightStatus,
              ...(base && { base }),
            },
          ],
        },
      });
    await save(user, "favorite");
    await test.jobs.runOnce();
    const before = (await save(shared, "archive", "none")).json().message.bulkId;
    await test.jobs.runOnce();
    await save(user, "acknowledge", "archive");
    await test.jobs.runOnce();

    await ask(user);
    test.clock.advance(30 * DAY_MS + 59_999);
    expect(await test.jobs.deleteAccounts()).toBe(0);
    test.clock.advance(1);
    const other = new JobRunner(test.deps);
    const counts = await Promise.all([test.jobs.deleteAccounts(), other.deleteAccounts()]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(await test.jobs.deleteAccounts()).toBe(0);

    for (const table of ["users", "sessions", "groups", "alerts", "user_images"] as const) {
      expect(await countOf(table)).toBe(0);
    }
    const refused = await test.call("GET", "/api/user", { as: user });
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ code: "signed_out", message: { account: "deleted" } });
    const grants = await test.db.reader
      .selectFrom("device_users")
      .select("user_id")
      .where("device_ref", "in", [alone, together])
      .execute();
    expect(grants).toEqual([{ user_id: shared.userId }]);
    const kept = await test.db.reader
      .selectFrom("insights")
      .select("insight_id")
      .where("insight_id", "in", [Number(insightId), Number(seen.insightId)])
      .execute();
    expect(kept).toHaveLength(2);

    const signedIn = await test.signInAgain(shared);
    const told = await test.call("GET", `/api/updates?bulk_id=${before}`, { as: signedIn });
    expect(told.json().message.items).toMatchObject([{ outcome: "overrode", by: "deleted user" }]);
    const after = (await save(signedIn, "favorite", "none")).json().message.bulkId;
    await test.jobs.runOnce();
    const later = await test.call("GET", `/api/updates?bulk_id=${after}`, { as: signedIn });
    expect(later.json().message.items).toMatchObject([{ outcome: "overrode", by: "deleted user" }]);
    const history = await test.db.reader
      .selectFrom("insight_history")
      .select("user_id")
      .where("insight_id", "=", Number(seen.insightId))
      .where("user_id", "=", user.userId)
      .execute();
    expect(history).toHaveLength(2);
    const stored = JSON.stringify(await test.db.reader.selectFrom("bulk_updates").selectAll().execute());
    expect(stored).not.toContain(user.username);
  });

  it("is said to those alone whose token was live then, and until it would have ended (promise A8, fault 33)", async () => {
    const answer = async (token: string) => {
      const { status, body } = await test.app
        .inject({ url: "/api/user", headers: { authorization: `Bearer ${token}` } })
        .then((given) => ({ status: given.statusCode, body: given.json() }));
      expect([status, body.code]).toEqual([401, "signed_out"]);
      return body.message;
    };
    const deleted = { account: "deleted" };
    const phone = await test.signInAgain(user);
    const ended = await test.signInAgain(user);
    await test.call("POST", "/api/logout", { as: ended });
    await ask(user);
    test.clock.advance(31 * DAY_MS);
    expect(await test.jobs.deleteAccounts()).toBe(1);
    for (const { token } of [user, phone]) expect(await answer(token)).toEqual(deleted);
    for (const token of [ended.token, "a-token-that-nobody-had"]) expect(await answer(token)).toBeUndefined();
    test.clock.advance(90 * DAY_MS);
    expect(await answer(phone.token)).toBeUndefined();

    // The next deletion forgets what no longer counts.
    const next = await test.addUser(`next${serial}`);
    await ask(next);
    test.clock.advance(31 * DAY_MS);
    await test.jobs.deleteAccounts();
    const { rows } = await sql<{ key: string }>`
      select key from meta where key like 'deleted_account_token/%'`.execute(test.db.reader);
    expect(rows).toHaveLength(1);
    expect(await answer(next.token)).toEqual(deleted);
  });

  it("can be taken back until the last moment of the thirty days, and from then on by nobody", async () => {
    const late = await test.addUser(`late${serial}`);
    await ask(user);
    await ask(late);
    test.clock.advance(30 * DAY_MS - 1);
    expect((await keep(user)).statusCode).toBe(200);
    test.clock.advance(1);
    const refused = await keep(late);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: "conflict",
        errors: { general: "The days in which the account could be kept are over. It is being deleted." },
      },
    ]);
    test.clock.advance(DAY_MS);
    expect(await test.jobs.deleteAccounts()).toBe(1);
    expect(await countOf("users")).toBe(1);
    expect((await keep(late)).statusCode).toBe(401);
  });

  it("can be asked for and taken back, and all data saved, by a person whose role was taken meanwhile", async () => {
    await ask(user);
    await test.db.write((transaction) =>
      transaction
        .updateTable("users")
        .set({ role: "restricted" })
        .where("user_id", "=", user.userId)
        .execute(),
    );
    expect((await test.call("GET", "/api/user/export", { as: user })).statusCode).toBe(200);
    expect((await keep(user)).statusCode).toBe(200);
    expect(await deletionAt(user)).toBeNull();
    expect((await ask(user)).statusCode).toBe(200);
    expect(await deletionAt(user)).not.toBeNull();
  });

  it("leaves the entries of the audit log without the person's name", async () => {
    const chief = await test.addUser(`chief${serial}`, "staff");
    const leaving = await test.addUser(`staff${serial}`, "staff");
    const promoted = (as: TestUser, of: TestUser, role: string) =>
      test.call("PUT", `/api/internal/users/${of.userId}/role`, { as, body: { role } });
    expect((await promoted(leaving, user, "staff")).statusCode).toBe(200);
    expect((await promoted(chief, leaving, "member")).statusCode).toBe(200);
    await test.addDevice(`CLEARED-${serial}`, [leaving, user]);
    await test.call("DELETE", `/api/internal/devices/CLEARED-${serial}`, { as: chief });
    await ask(leaving);
    test.clock.advance(31 * DAY_MS);
    await test.jobs.deleteAccounts();
    const entries = await test.db.reader.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify(entries)).not.toContain(leaving.username);
    expect(entries).toContainEqual(
      expect.objectContaining({ actor_id: leaving.userId, actor: "deleted user", target: user.username }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        actor: chief.username,
        target_id: String(leaving.userId),
        target: "deleted user",
      }),
    );
    const cleared = entries.find(({ action }) => action === "clear_device");
    expect(cleared?.changes).toContain(`"${user.username}, deleted user"`);
  });

  it("drops updates that wait on shared Sentinels, so that a colleague can ask for one", async () => {
    const shared = await test.addUser(`updater${serial}`);
    await test.addDevice(`WAITING-${serial}`, [user, shared]);
    const releaseId = await test.addRelease(`Release ${serial}`, [user, shared]);
    const order = (who: TestUser) =>
      test.call("POST", "/api/devices/update", {
        as: who,
        body: {
          deviceIds: [`WAITING-${serial}`],
          firmwareReleaseTag: "release",
          algReleaseId: releaseId,
          settings: { cycleTime: 690, triggerNumber: 30, satelliteFixTime: 5, satellitePasses: null },
        },
      });
    expect((await order(user)).statusCode).toBe(200);
    expect((await order(shared)).statusCode).toBe(400);
    await ask(user);
    test.clock.advance(31 * DAY_MS);
    await test.jobs.deleteAccounts();
    expect((await order(await test.signInAgain(shared))).statusCode).toBe(200);
  });
});

describe.each(DATABASE_KINDS)("the last staff account on $name", (kind) => {
  it("cannot be deleted, and of the last two only one can", async () => {
    const test = await makeTestApp({ kind });
    const [one, two] = [await test.addUser("one", "staff"), await test.addUser("two", "staff")];
    const ask = (as: TestUser) => test.call("DELETE", "/api/user", { as, body: { password: TEST_PASSWORD } });
    const answers = await Promise.all([ask(one), ask(two)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({
      code: "conflict",
      errors: { general: expect.stringContaining("only staff account") },
    });
    await test.close();
  });

  it("keeps its role while the other staff account waits for its deletion", async () => {
    const test = await makeTestApp({ kind });
    const [leaver, last] = [await test.addUser("leaver", "staff"), await test.addUser("last", "staff")];
    await test.call("DELETE", "/api/user", { as: leaver, body: { password: TEST_PASSWORD } });
    const demote = (as: TestUser) =>
      test.call("PUT", `/api/internal/users/${last.userId}/role`, { as, body: { role: "member" } });
    for (const as of [leaver, last]) expect((await demote(as)).statusCode).toBe(409);
    await test.call("POST", "/api/user/keep", { as: leaver });
    expect((await demote(leaver)).statusCode).toBe(200);
    await test.close();
  });

  it("is counted by the role that the configuration gives", async () => {
    const env = { STAFF_USER_ID: "2", RESTRICTED_USER_ID: "3" };
    const test = await makeTestApp({ kind, env });
    const one = await test.addUser("one", "staff");
    await test.addUser("two", "member");
    const three = await test.addUser("three", "staff");
    const ask = (as: TestUser) => test.call("DELETE", "/api/user", { as, body: { password: TEST_PASSWORD } });
    expect((await ask(one)).statusCode).toBe(200);
    // By its stored role it would be the last one of staff.
    expect((await ask(three)).statusCode).toBe(200);
    await test.close();
  });
});
