import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { LOCAL_KEYS } from "../../../src/platform/stored-values.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import {
  Device,
  historyOf,
  passTimeUntil,
  personWithInsights,
  rest,
  shownStatuses,
  type Tab,
  until,
} from "./client-harness.ts";

let app: TestApp;
let device: Device;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

/** What gateways, company proxies and portals answer in the place of a server. */
const ANSWERS: readonly [number, object][] = [
  [400, { message: "Bad Request" }],
  [400, { code: "invalid", errors: { cursor: "?" } }],
  [401, { error: "unauthorized" }],
  [401, { code: "signed_out", errors: {} }],
  [403, { message: "Forbidden" }],
  [403, { code: "forbidden", errors: { general: "Pay first." } }],
  [404, { message: "no Route matched with those values" }],
  [410, { code: "resync", errors: {} }],
  [413, { code: "too_large", errors: {} }],
  [422, { code: "key_reused", errors: {} }],
  [426, { message: "Upgrade Required" }],
];

async function openFresh(user: Parameters<Device["openTab"]>[0]): Promise<Tab> {
  const tab = device.openTab(user);
  await tab.session.getState().start();
  await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
  return tab;
}

async function passMinutes(minutes: number): Promise<void> {
  for (let half = 0; half < minutes * 2; half += 1) {
    device.timers.advance(30_000);
    await rest(device);
  }
}

describe("a gateway that answers JSON in the server's place", () => {
  it.each(ANSWERS)(
    "with %i %o changes nothing here: session, mirror and unsent work stay, and go on behind it (promise A5, fault 30)",
    async (status, body) => {
      const name = `gateway-${status}-${Object.keys(body).join("-")}`;
      const { user, target, ids } = await personWithInsights(app, name, 3);
      device = new Device(app);
      const tooOld: boolean[] = [];
      device.signIn(user);
      const tab = device.openTab(user, "member", (world) => ({
        ...world,
        onTooOld: (old) => tooOld.push(old),
      }));
      await tab.session.getState().start();
      await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
      await tab.outbox.act([target(0)], "archive");
      await tab.outbox.save();
      await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
      await tab.outbox.act([target(1)], "favorite");
      await tab.outbox.save();

      device.network.fault = () => Response.json(body, { status });
      await passMinutes(3);
      await tab.session.getState().verify();
      await passMinutes(3);
      expect(tab.session.getState().session).toMatchObject({ phase: "signedIn", user: { username: name } });
      expect(device.values.get(LOCAL_KEYS.token)).toBe(`Bearer ${user.token}`);
      expect(tab.sync.getStatus().phase).toBe("offline");
      expect(Object.keys(await shownStatuses(tab))).toHaveLength(3);
      expect(tab.outbox.getState()).toMatchObject({
        batches: [{ phase: "submitted" }, { phase: "sealed" }],
        refused: [],
      });
      expect(tooOld).not.toContain(true);

      device.network.mend();
      device.signal();
      await passTimeUntil(device, async () => {
        await app.jobs.runOnce();
        return tab.outbox.getState().batches.length === 0;
      });
      expect(await historyOf(app, ids[0] ?? "")).toHaveLength(1);
      expect(await historyOf(app, ids[1] ?? "")).toHaveLength(1);
      expect(tab.outbox.getState().refused).toEqual([]);
    },
  );

  it("at the start of a page leaves the person signed in, with the mirror of before (promise A5, fault 30)", async () => {
    const { user } = await personWithInsights(app, "gateway-start", 3);
    device = new Device(app);
    const before = await openFresh(user);
    await before.stop();
    device.network.fault = () => Response.json({ code: "signed_out", errors: {} }, { status: 401 });
    const tab = device.openTab(user);
    await tab.session.getState().start();
    await passMinutes(2);
    expect(tab.session.getState().session).toMatchObject({ phase: "signedIn" });
    expect(Object.keys(await shownStatuses(tab))).toHaveLength(3);
  });

  it("between a refused cursor and the new copy leaves the mirror of before until the first new page (promise A5, fault 30)", async () => {
    const { user } = await personWithInsights(app, "gateway-rebuild", 3);
    device = new Device(app);
    const tab = await openFresh(user);
    device.network.fault = ({ path, search }) => {
      if (path !== "/api/sync") return "pass";
      if (!search.has("cursor")) return Response.json({ message: "Bad Gateway" }, { status: 502 });
      const headers = { "understory-protocol": "1" };
      return Response.json({ code: "resync", errors: {} }, { status: 410, headers });
    };
    await passMinutes(3);
    expect(
      device.network.seen.some(({ path, search }) => path === "/api/sync" && !search.has("cursor")),
    ).toBe(true);
    expect(Object.keys(await shownStatuses(tab))).toHaveLength(3);
    await tab.stop();
    const again = device.openTab(user);
    await until(() => again.outbox.getState().ready);
    expect(Object.keys(await shownStatuses(again))).toHaveLength(3);
    device.network.mend();
    await passTimeUntil(device, () => again.sync.getStatus().freshAtMs === app.clock.now());
    expect(Object.keys(await shownStatuses(again))).toHaveLength(3);
  });

  it("does not keep a server of the specification alone, which has no protocol header, from ending a session", async () => {
    const { user } = await personWithInsights(app, "plain-401", 1);
    device = new Device(app);
    device.network.rewrite = async (_, answer) => {
      const headers = new Headers(answer.headers);
      headers.delete("understory-protocol");
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
    };
    const tab = await openFresh(user);
    device.network.fault = () => Response.json({ error: "token expired" }, { status: 401 });
    await tab.session.getState().verify();
    expect(tab.session.getState().session).toMatchObject({ phase: "signedOut", reason: "refused" });
  });
});
