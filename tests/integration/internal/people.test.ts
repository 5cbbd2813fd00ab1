import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Mailer } from "../../../server/providers/mailer.ts";
import { maySeeTab, ROLES } from "../../../src/domain/account/role.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const LAST = "You are the only one of staff. Give this role to somebody else first.";
const FIXED = "The configuration of the server names this user's role, so it cannot be changed here.";
const MINUTE_MS = 60_000;

const roleSetter = (test: TestApp) => (user: TestUser, role: string, as: TestUser) =>
  test.call("PUT", `/api/internal/users/${user.userId}/role`, { as, body: { role } });
const logOf = async (test: TestApp, as: TestUser, action: string) =>
  (await test.call("GET", `/api/internal/audit?action=${action}`, { as })).json().message;

describe.each(DATABASE_KINDS)("help for people by staff on $name", (kind) => {
  let test: TestApp;
  let zoe: TestUser;
  let ada: TestUser;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    zoe = await test.addUser("zoe", "staff");
    ada = await test.addUser("ada");
  });
  afterAll(() => test.close());
  const setRole = (...given: Parameters<ReturnType<typeof roleSetter>>) => roleSetter(test)(...given);

  it("gives a role, which holds from the next request on, and records it once", async () => {
    const answer = await setRole(ada, "staff", zoe);
    expect(answer.json().message).toMatchObject({ user_id: ada.userId, role: "staff", roleIsFixed: false });
    expect((await test.call("GET", "/api/internal/audit", { as: ada })).statusCode).toBe(200);
    expect((await setRole(ada, "staff", zoe)).statusCode).toBe(200);
    expect((await setRole(ada, "member", zoe)).statusCode).toBe(200);
    expect((await test.call("GET", "/api/internal/audit", { as: ada })).statusCode).toBe(403);
    expect(await logOf(test, zoe, "change_role")).toMatchObject([
      { actor: "zoe", target: "ada", changes: [{ fact: "role", before: "staff", after: "member" }] },
      { actor: "zoe", target: "ada", changes: [{ fact: "role", before: "member", after: "staff" }] },
    ]);
  });

  it("keeps the last one of staff, alone and where two demote each other at once", async () => {
    const alone = await setRole(zoe, "member", zoe);
    expect(alone.statusCode).toBe(409);
    expect(alone.json()).toMatchObject({ code: "conflict", errors: { general: LAST } });

    await setRole(ada, "staff", zoe);
    const answers = await Promise.all([setRole(ada, "member", zoe), setRole(zoe, "member", ada)]);
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 403]);
    const roles = await test.db.reader
      .selectFrom("users")
      .select("role")
      .where("user_id", "in", [zoe.userId, ada.userId])
      .execute();
    expect(roles.map(({ role }) => role).sort()).toEqual(["member", "staff"]);
    await test.db.write((transaction) =>
      transaction.updateTable("users").set({ role: "staff" }).where("user_id", "=", zoe.userId).execute(),
    );
    await setRole(ada, "member", zoe);
  });

  it("changes no role that does not exist, of nobody who does not exist", async () => {
    expect((await setRole(ada, "boss", zoe)).statusCode).toBe(400);
    expect((await setRole({ ...ada, userId: 99_999 }, "staff", zoe)).statusCode).toBe(404);
  });

  it("ends all sessions of a person, whose tokens open nothing from then on", async () => {
    const lost = await test.signInAgain(ada);
    const kept = await test.call("GET", `/api/internal/users/${ada.userId}/access`, { as: zoe });
    expect(kept.json().message.sessions).toHaveLength(2);
    const ended = await test.call("DELETE", `/api/internal/users/${ada.userId}/sessions`, { as: zoe });
    expect(ended.json().message.sessions).toEqual([]);
    for (const as of [lost, ada]) expect((await test.call("GET", "/api/user", { as })).statusCode).toBe(401);
    expect((await test.call("GET", "/api/user", { as: zoe })).statusCode).toBe(200);
    expect(await logOf(test, zoe, "end_sessions")).toMatchObject([{ target: "ada" }]);
    ada = await test.signInAgain(ada);
  });

  it("mails a person the link for a new password, three at most within half an hour", async () => {
    const ask = () => test.call("POST", `/api/internal/users/${ada.userId}/resetMail`, { as: zoe });
    const first = await ask();
    expect(first.statusCode).toBe(200);
    const mail = await test.mailBox.next();
    expect(mail.to).toBe("ada@example.org");
    const code = /#code=([\w-]{43})/.exec(mail.text)?.[1] ?? "";
    expect(code).not.toBe("");
    expect(first.body).not.toContain(code);
    expect(JSON.stringify(await logOf(test, zoe, "send_reset_mail"))).not.toContain(code);
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect([refused.statusCode, refused.json().code]).toEqual([429, "throttled"]);
    expect(test.mailBox.mails).toHaveLength(3);
    expect(await logOf(test, zoe, "send_reset_mail")).toHaveLength(3);

    const body = { email: ada.email, password: "Lichen-on-Bark-9", code };
    expect((await test.call("POST", "/api/resetPassword", { body })).statusCode).toBe(200);
    test.clock.advance(31 * MINUTE_MS);
    expect((await ask()).statusCode).toBe(200);
  });
});

describe("roles that the configuration names", () => {
  it("stay, with a sentence, and let the last stored one of staff go", async () => {
    const test = await makeTestApp({ env: { STAFF_USER_ID: "1", RESTRICTED_USER_ID: "2" } });
    const setRole = roleSetter(test);
    const chief = await test.addUser("chief");
    const camp = await test.addUser("camp");
    const zoe = await test.addUser("zoe", "staff");
    for (const user of [chief, camp]) {
      const refused = await setRole(user, "member", zoe);
      expect(refused.statusCode).toBe(409);
      expect(refused.json().errors.general).toBe(FIXED);
    }
    const access = await test.call("GET", "/api/internal/users/1/access", { as: zoe });
    expect(access.json().message).toMatchObject({ role: "staff", roleIsFixed: true });
    expect((await setRole(zoe, "member", zoe)).statusCode).toBe(200);
    await test.close();
  });
});

describe("the Internal tab", () => {
  it("is for staff alone: its calls refuse everybody who does not see it [INT-01]", async () => {
    const test = await makeTestApp();
    const calls: readonly (readonly ["GET" | "POST" | "PUT" | "DELETE", string, object?])[] = [
      ["GET", "audit"],
      ["POST", "invites"],
      ["GET", "users/1/access"],
      ["DELETE", "users/1/sessions"],
      ["POST", "users/1/resetMail"],
      ["PUT", "users/1/role", { role: "staff" }],
      ["GET", "devices/SENT-1/contents"],
      ["DELETE", "devices/SENT-1"],
    ];
    for (const role of ROLES) {
      const user = await test.addUser(role, role);
      const { userCredentials } = (await test.call("GET", "/api/user", { as: user })).json();
      const seesTab = maySeeTab(userCredentials.role, "internal");
      expect([role, seesTab]).toEqual([role, role === "staff"]);
      for (const [method, path, body] of seesTab ? [] : calls) {
        const { statusCode } = await test.call(method, `/api/internal/${path}`, { as: user, body });
        expect([role, method, path, statusCode]).toEqual([role, method, path, 403]);
      }
      if (seesTab) expect((await test.call("GET", "/api/internal/audit", { as: user })).statusCode).toBe(200);
    }
    await test.close();
  });
});

describe("a mail that is not accepted", () => {
  it("is said to staff, who may try again", async () => {
    const mailer: Mailer = { send: () => Promise.reject(new Error("no mail server")) };
    const test = await makeTestApp({ mailer });
    const zoe = await test.addUser("zoe", "staff");
    const answer = await test.call("POST", `/api/internal/users/${zoe.userId}/resetMail`, { as: zoe });
    expect([answer.statusCode, answer.json().code]).toEqual([503, "unavailable"]);
    expect(answer.json().errors.general).toBe("The email could not be sent. Please try again later.");
    await test.close();
  });
});

describe("the audit log", () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const entriesAfter = async (env: Record<string, string>, days: number) => {
    const test = await makeTestApp({ env });
    const zoe = await test.addUser("zoe", "staff");
    await test.call("POST", "/api/internal/invites", { as: zoe });
    test.clock.advance(days * DAY_MS);
    await test.call("POST", "/api/internal/invites", { as: await test.signInAgain(zoe) });
    await test.jobs.sweep();
    const { entries } = await test.db.reader
      .selectFrom("audit_log")
      .select(({ fn }) => fn.countAll().as("entries"))
      .executeTakeFirstOrThrow();
    await test.close();
    return Number(entries);
  };

  it("loses the entries that are older than AUDIT_DAYS, and none without it", async () => {
    expect(await entriesAfter({ AUDIT_DAYS: "30" }, 31)).toBe(1);
    expect(await entriesAfter({ AUDIT_DAYS: "30" }, 29)).toBe(2);
    expect(await entriesAfter({}, 3_000)).toBe(2);
  });
});
