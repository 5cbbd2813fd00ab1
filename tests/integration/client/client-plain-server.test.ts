import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PROTOCOL_HEADER } from "../../../src/protocol/protocol-version.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import {
  addInsights,
  Device,
  EVERYTHING,
  passTimeUntil,
  personWithInsights,
  serverStatuses,
  shownStatuses,
  until,
} from "./client-harness.ts";

let app: TestApp;
let device: Device;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

/** The real server, reduced to the specification's own calls: no feed, no keys, no outcomes, no protocol header. */
function plainServer(): Device {
  const plain = new Device(app);
  plain.network.fault = (request) => {
    request.headers.delete("idempotency-key");
    return request.path === "/api/sync" ? new Response("Not Found", { status: 404 }) : "pass";
  };
  plain.network.rewrite = async ({ path }, answer) => {
    const headers = new Headers(answer.headers);
    headers.delete(PROTOCOL_HEADER);
    headers.delete("content-length");
    const body = (await answer.json()) as { message?: Record<string, unknown> };
    if (path === "/api/updates") {
      delete body.message?.items;
      delete body.message?.key;
    }
    return new Response(JSON.stringify(body), { status: answer.status, headers });
  };
  return plain;
}

const asked = () =>
  device.network.seen.map(({ path, search }) => `${path}${search.size > 0 ? `?${search}` : ""}`);

describe("against a server of the specification alone", () => {
  it("reads the count, then the pages of 10,000, the photos and the small lists [INS-48, INS-49, INS-53, INS-59, INS-60, ROLE-07]", async () => {
    const { user, ids, deviceId } = await personWithInsights(app, "plain", 12);
    device = plainServer();
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    expect(await tab.insights.page(EVERYTHING)).toMatchObject({ held: 12, complete: true });
    expect(Object.keys(await shownStatuses(tab)).sort()).toEqual([...ids].sort());
    expect(await tab.mirror.devices()).toMatchObject([{ device_id: deviceId }]);
    expect(asked()).toContain("/api/insights/count");
    expect(asked()).toContain("/api/insights/paginated?limit=10000&offset=0");
    expect(asked()).toContain("/api/insights/photos");
    expect(asked().some((call) => call.startsWith("/api/collections"))).toBe(false);
    expect(asked().indexOf("/api/insights/count")).toBeLessThan(
      asked().indexOf("/api/insights/paginated?limit=10000&offset=0"),
    );
  });

  it("asks for all pages that the count announces, at most 6 at a time, and takes short and empty ones [INS-51, INS-59]", async () => {
    const { user, ids } = await personWithInsights(app, "pages", 3);
    device = plainServer();
    const { fault, rewrite } = device.network;
    let open = 0;
    let most = 0;
    device.network.fault = (request) => {
      if (request.path === "/api/insights/paginated") open += 1;
      most = Math.max(most, open);
      return fault(request);
    };
    device.network.rewrite = async (request, answer) => {
      if (request.path === "/api/insights/count") return json({ message: { count: 85_000 } });
      if (request.path !== "/api/insights/paginated") return rewrite(request, answer);
      open -= 1;
      return request.search.get("offset") === "0" ? rewrite(request, answer) : json({ message: [] });
    };
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    const offsets = device.network
      .to("/api/insights/paginated")
      .map(({ search }) => Number(search.get("offset")));
    expect(offsets.sort((a, b) => a - b)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80].map((n) => n * 1000));
    expect(most).toBe(6);
    expect(Object.keys(await shownStatuses(tab)).sort()).toEqual([...ids].sort());
  });

  it("reads collections instead where the feature is on, and keeps their members as rows [INS-50, INS-52, ROLE-06]", async () => {
    const { user, deviceRef, ids } = await personWithInsights(app, "folded", 1);
    const collectionId = await app.db.write(async (transaction) => {
      await transaction
        .insertInto("user_features")
        .values({ user_id: user.userId, key: "COLLECTIONS", enabled: 1 })
        .execute();
      const { collection_id } = await transaction
        .insertInto("collections")
        .values({ device_ref: deviceRef, source_id: "burst", window_start: 1_000, window_end: 9_000 })
        .returning("collection_id")
        .executeTakeFirstOrThrow();
      return collection_id;
    });
    const members = await addInsights(app, deviceRef, 2, () => ({ collection_id: collectionId }));
    device = plainServer();
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    expect(device.network.to("/api/collections/paginated")).toHaveLength(1);
    expect(device.network.to("/api/insights/paginated")).toHaveLength(0);
    expect(Object.keys(await shownStatuses(tab)).sort()).toEqual([...ids, ...members].sort());
    const folded = await tab.insights.page({ ...EVERYTHING, grouped: true });
    expect(folded.rows).toHaveLength(2);
    const burst = folded.rows.find((row) => row.members.length > 0);
    expect(burst?.members.map((row) => row.insightId).sort()).toEqual([...members].sort());
    expect(burst).toMatchObject({ windowStartMs: 1_000, windowEndMs: 9_000, status: "none" });
  });

  it("sends the queue without any addition, and clears it after the reload that follows status 2 [INS-14, INS-38, INS-39, OFF-16]", async () => {
    const { user, ids, target } = await personWithInsights(app, "plain-push", 2);
    device = plainServer();
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
    await tab.outbox.act([target(0)], "archive");
    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("archive");
    expect((await tab.insights.insight(ids[0] ?? ""))?.serverStatus).toBe("archive");
    expect(tab.outbox.getState()).toMatchObject({ unsentCount: 0, refused: [] });
  });

  it("sees by reading what the server does not tell: an insight that is gone, and one that somebody changed since [OFF-18]", async () => {
    const { user, ids, target } = await personWithInsights(app, "plain-outcomes", 3);
    const [kept = "", gone = "", changed = ""] = ids;
    device = plainServer();
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
    await tab.outbox.act([target(0), target(1), target(2)], "archive");
    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await app.db.write(async (transaction) => {
      await transaction.deleteFrom("insights").where("insight_id", "=", Number(gone)).execute();
      await transaction
        .updateTable("insights")
        .set({ insight_status: "favorite" })
        .where("insight_id", "=", Number(changed))
        .execute();
    });
    await passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);
    expect(tab.outbox.getState().refused.map(({ insightId, outcome }) => [insightId, outcome])).toEqual([
      [gone, "gone"],
      [changed, "superseded"],
    ]);
    expect((await tab.insights.insight(kept))?.serverStatus).toBe("archive");
  });

  it("keeps what it has when one of the calls fails, and says that it failed [INS-61]", async () => {
    const { user } = await personWithInsights(app, "plain-fail", 2);
    device = plainServer();
    const { fault } = device.network;
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    device.network.fault = (request) =>
      request.path === "/api/insights/photos"
        ? Response.json({ code: "internal", errors: { general: "Broken." } }, { status: 500 })
        : fault(request);
    await tab.sync.pullNow();
    await until(() => tab.sync.getStatus().failed);
    expect(await tab.insights.page(EVERYTHING)).toMatchObject({ held: 2, complete: true });
  });
});

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
}
