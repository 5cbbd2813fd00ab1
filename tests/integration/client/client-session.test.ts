import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { composeServices } from "../../../src/app/composition/compose-services.ts";
import { composeSession } from "../../../src/app/composition/compose-session.ts";
import { LOCAL_KEYS } from "../../../src/platform/stored-values.ts";
import type { AsyncPhase, SessionStoreApi } from "../../../src/state/session-store.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp } from "../../support/server/test-app.ts";
import { Device, databaseExists, ownRefusal, personWithInsights, rest, until } from "./client-harness.ts";

let app: TestApp;
let device: Device;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

function openSession(): SessionStoreApi {
  return composeSession(device.world()).session;
}

/** The phases that the user fetch goes through from here on. */
function phasesOf(session: SessionStoreApi): AsyncPhase[] {
  const phases: AsyncPhase[] = [];
  session.subscribe((state, before) => {
    if (state.userFetch !== before.userFetch) phases.push(state.userFetch);
  });
  return phases;
}

const refuseUser = (status: number) => (request: { path: string }) =>
  request.path === "/api/user"
    ? ownRefusal(status, { code: "signed_out", errors: { general: "Please sign in." } })
    : ("pass" as const);

const SIGN_UP = {
  firstName: "Ada",
  lastName: "Ranger",
  username: "ada",
  phoneNumber: "7000000001",
  email: "ada@example.org",
  country: "Kenya",
  password: "Fern-and-Moss-7",
  confirmPassword: "Fern-and-Moss-7",
};

/** What is stored beside the databases, without what is a fact of the device: how far its clock is off. */
const storedOfPerson = (device: Device) =>
  [...device.values.keys()].filter((key) => key !== LOCAL_KEYS.clockAhead);

describe("the session", () => {
  it("stores the token with its scheme, loads the user right after, and sends what is stored [AUTH-26, AUTH-27, AUTH-28, AUTH-34, AUTH-39, API-02, API-04]", async () => {
    const user = await app.addUser("login");
    device = new Device(app);
    const session = openSession();
    const phases = phasesOf(session);
    expect(await session.getState().login({ email: user.email, password: TEST_PASSWORD })).toBeNull();
    expect(device.network.to("/api/login")[0]?.body).toEqual({ email: user.email, password: TEST_PASSWORD });
    const stored = device.values.get(LOCAL_KEYS.token) ?? "";
    expect(stored).toMatch(/^Bearer \S{20,}$/);
    expect(device.network.to("/api/user")[0]?.headers.get("authorization")).toBe(stored);
    expect(device.values.get(LOCAL_KEYS.userId)).toBe(String(user.userId));
    expect(phases).toEqual(["beginning", "success"]);
    expect(session.getState().session).toMatchObject({
      phase: "signedIn",
      fresh: true,
      user: { userIdSql: user.userId, role: "member" },
    });
  });

  it("asks anew who this is when the server forbids something, so that a role that was taken holds at once [ROLE-03, ROLE-04]", async () => {
    const user = await app.addUser("demoted");
    device = new Device(app);
    const { http, session } = composeSession(device.world());
    await session.getState().login({ email: user.email, password: TEST_PASSWORD });
    await app.db.write((trx) =>
      trx.updateTable("users").set({ role: "restricted" }).where("user_id", "=", user.userId).execute(),
    );
    const refused = await http.call({
      method: "POST",
      path: "/api/updates/",
      body: { insights: [{ insightId: "1", deviceId: "1", insightStatus: "archive" }] },
      accept: (value): value is unknown => value !== undefined,
    });
    expect(refused).toMatchObject({ kind: "refusal", status: 403 });
    await until(() => {
      const { session: now } = session.getState();
      return now.phase === "signedIn" && now.user.role === "restricted";
    });
  });

  it("answers a refused sign-in with the server's field map, and stays signed out [AUTH-35]", async () => {
    const user = await app.addUser("wrong");
    device = new Device(app);
    const session = openSession();
    const errors = await session.getState().login({ email: user.email, password: "not-the-one" });
    expect(errors).toEqual({ general: "The email or the password is not correct." });
    expect(await session.getState().login({ email: "", password: "x" })).toHaveProperty("email");
    expect(device.values.has(LOCAL_KEYS.token)).toBe(false);
    expect(device.network.to("/api/user")).toHaveLength(0);
  });

  it("signs up, stores the token and loads the user [AUTH-36, AUTH-40]", async () => {
    device = new Device(app);
    const session = openSession();
    expect(await session.getState().signup({ ...SIGN_UP, confirmPassword: "another" })).toHaveProperty(
      "confirmPassword",
    );
    expect(await session.getState().signup(SIGN_UP)).toBeNull();
    expect(device.network.to("/api/signup").at(-1)?.body).toEqual(SIGN_UP);
    expect(device.values.get(LOCAL_KEYS.token)).toMatch(/^Bearer /);
    expect(session.getState().session).toMatchObject({ phase: "signedIn", user: { username: "ada" } });
  });

  it("mails a link without a code, and signs in with the code of the link [AUTH-37, AUTH-38]", async () => {
    const user = await app.addUser("reset");
    device = new Device(app);
    const session = openSession();
    expect(await session.getState().requestReset(user.email)).toEqual({
      message: "Password reset email send!",
    });
    expect(device.network.to("/api/resetPassword")[0]?.body).toEqual({ email: user.email });
    await until(() => app.mailBox.mails.length > 0);
    const code = /code=([^&\s]+)/.exec(app.mailBox.mails.at(-1)?.text ?? "")?.[1] ?? "";
    const password = "Moss-and-Fern-8";
    expect(
      await session.getState().resetPassword({ email: user.email, password, code: decodeURIComponent(code) }),
    ).toBeNull();
    expect(device.values.get(LOCAL_KEYS.token)).toMatch(/^Bearer /);
    expect(session.getState().session).toMatchObject({ phase: "signedIn", user: { userIdSql: user.userId } });
  });

  it.each([401, 403])(
    "ends when the server answers %i to the user fetch: token, user id and state go, unsent work stays hidden [AUTH-29, AUTH-30, AUTH-31, API-04]",
    async (status) => {
      const { user, target } = await personWithInsights(app, `refused-${status}`, 1);
      device = new Device(app);
      const tab = device.openTab(user);
      await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
      await tab.outbox.act([target(0)], "archive");
      device.network.fault = refuseUser(status);
      await tab.session.getState().verify();
      expect(tab.session.getState()).toMatchObject({
        session: { phase: "signedOut", reason: "refused" },
        userFetch: "failure",
      });
      // Only the fact that there is unsent work is shown here.
      expect(storedOfPerson(device)).toEqual([LOCAL_KEYS.unsentNote]);
      expect(device.keyValues.size).toBe(0);
      await tab.stop();
      device.network.mend();
      const again = device.openTab(user);
      await until(() => again.outbox.getState().ready);
      expect(again.outbox.getState().unsaved).toHaveLength(1);
    },
  );

  it.each([
    ["the network is unreachable", "unreachable" as const],
    ["a captive portal answers", new Response("<html></html>", { headers: { "content-type": "text/html" } })],
    ["the server is in trouble", Response.json({ code: "internal", errors: {} }, { status: 500 })],
  ])("goes on with the cached user when %s [OFF-22]", async (_, fault) => {
    const user = await app.addUser(`kept-${people++}`);
    device = new Device(app);
    const first = openSession();
    await first.getState().login({ email: user.email, password: TEST_PASSWORD });
    device.network.fault = () => fault;
    const session = openSession();
    const phases = phasesOf(session);
    await session.getState().start();
    expect(session.getState().session).toMatchObject({
      phase: "signedIn",
      fresh: false,
      user: { userIdSql: user.userId, username: user.username },
    });
    expect(phases).toEqual(["beginning", "failure"]);
    expect(device.values.get(LOCAL_KEYS.token)).toMatch(/^Bearer /);
  });
  let people = 0;

  it("gives the least role to a cached person of whom only the id is known", async () => {
    const user = await app.addUser("least");
    device = new Device(app);
    device.signIn(user);
    device.network.cut();
    const session = openSession();
    await session.getState().start();
    expect(session.getState().session).toMatchObject({
      phase: "signedIn",
      user: { userIdSql: user.userId, role: "restricted" },
    });
  });

  it("lets one user fetch decide after a 401 on any other call", async () => {
    const user = await app.addUser("elsewhere");
    device = new Device(app);
    const world = device.world();
    const { http, session } = composeSession(world);
    await session.getState().login({ email: user.email, password: TEST_PASSWORD });
    const fetches = device.network.to("/api/user").length;
    device.network.fault = ({ path }) =>
      path === "/api/features" ? ownRefusal(401, { code: "signed_out", errors: {} }) : "pass";
    await http.call({ path: "/api/features", accept: (value): value is object => value !== null });
    await until(() => device.network.to("/api/user").length === fetches + 1);
    await until(() => session.getState().userFetch === "success");
    expect(session.getState().session.phase).toBe("signedIn");
  });

  it("clears the mirror on sign-out, ends the server's session, and keeps unsent work for the same person [AUTH-33, OFF-21]", async () => {
    const { user, target } = await personWithInsights(app, "out", 1);
    device = new Device(app);
    const world = device.world();
    const { http, session } = composeSession(world);
    await session.getState().login({ email: user.email, password: TEST_PASSWORD });
    const state = session.getState().session;
    if (state.phase !== "signedIn") throw new Error("not signed in");
    const services = composeServices(state.user, { http, world });
    await until(() => services.sync.getStatus().freshAtMs !== null && services.outbox.getState().ready);
    await services.outbox.act([target(0)], "archive");
    const token = device.values.get(LOCAL_KEYS.token) ?? "";
    await services.stop();
    await session.getState().logout("keep");
    expect(session.getState().session).toEqual({ phase: "signedOut", reason: "loggedOut" });
    expect(storedOfPerson(device)).toEqual([LOCAL_KEYS.unsentNote]);
    expect(await databaseExists(`mirror-${user.userId}`)).toBe(false);
    expect(await databaseExists(`outbox-${user.userId}`)).toBe(true);
    expect((await app.call("GET", "/api/user", { as: token.slice("Bearer ".length) })).statusCode).toBe(401);
  });

  it("ends sync before it clears, so that nothing writes the mirror anew [OFF-21]", async () => {
    const { user } = await personWithInsights(app, "running", 3);
    device = new Device(app);
    const tab = device.openTab(user);
    await tab.session.getState().start();
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    const calls = device.network.seen.length;
    await tab.session.getState().logout("keep");
    expect(await databaseExists(`mirror-${user.userId}`)).toBe(false);
    device.signal();
    device.timers.advance(10 * 60_000);
    await rest(device);
    expect(device.network.seen.slice(calls).map(({ path }) => path)).toEqual(["/api/logout"]);
    expect(await databaseExists(`mirror-${user.userId}`)).toBe(false);
  });

  it("discards unsent work only where the person says so", async () => {
    const user = await app.addUser("discard");
    device = new Device(app);
    const tab = device.openTab(user);
    await tab.session.getState().start();
    await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
    await tab.stop();
    await tab.session.getState().logout("discard");
    expect(await databaseExists(`outbox-${user.userId}`)).toBe(false);
  });

  it("leaves no trace of a person who signed out offline to the next who signs in (fault 25) [AUTH-33]", async () => {
    const { user, target } = await personWithInsights(app, "first-ranger", 2);
    const next = await app.addUser("next-ranger");
    device = new Device(app);
    const tab = device.openTab(user);
    await tab.session.getState().start();
    await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
    await tab.outbox.act([target(0)], "archive");
    device.network.cut();
    await tab.stop();
    await tab.session.getState().logout("keep");
    device.network.mend();
    const other = device.openTab(next);
    await other.session.getState().start();
    await until(() => other.sync.getStatus().freshAtMs !== null && other.outbox.getState().ready);
    const query = { filter: { showArchived: true }, sort: { column: "time", descending: true } } as const;
    expect(await other.insights.page({ ...query, grouped: false, offset: 0, limit: 10 })).toMatchObject({
      held: 0,
    });
    expect(other.outbox.getState()).toMatchObject({ unsaved: [], batches: [] });
    expect(await databaseExists(`mirror-${user.userId}`)).toBe(false);
    expect(await databaseExists(`outbox-${user.userId}`)).toBe(true);
  });

  it("hides the mirror of a person who was signed out by force, and wipes it when another signs in", async () => {
    const { user } = await personWithInsights(app, "forced", 1);
    const next = await app.addUser("after-forced");
    device = new Device(app);
    const tab = device.openTab(user);
    await tab.session.getState().start();
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    device.network.fault = refuseUser(401);
    await tab.session.getState().verify();
    await tab.stop();
    expect(await databaseExists(`mirror-${user.userId}`)).toBe(true);
    device.network.mend();
    const session = openSession();
    await session.getState().login({ email: next.email, password: TEST_PASSWORD });
    expect(await databaseExists(`mirror-${user.userId}`)).toBe(false);
  });
});
