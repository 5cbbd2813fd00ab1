import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AlertList } from "../../../src/protocol/calls/alert-calls.ts";
import type { Alert } from "../../../src/protocol/shapes.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
const isAlertList = Compile(AlertList);

describe.each(DATABASE_KINDS)("alerts over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  let deviceRef: number;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ada = await test.signInAgain(await test.addUser("ada"), PHONE);
    ben = await test.addUser("ben");
    deviceRef = await test.addDevice("77", [ada, ben]);
  });
  afterAll(() => test.close());

  async function alertOf(id: string, as = ada): Promise<Alert> {
    const answer = (await test.call("GET", "/api/alerts", { as })).json();
    expect(isAlertList.Check(answer)).toBe(true);
    return answer.message.find((alert: Alert) => alert.id === id);
  }

  /** A new alert about a Sentinel of its own: of one Sentinel, user and type only one has not ended. */
  async function addAlert(owner: TestUser, status = "new"): Promise<string> {
    const ref = await test.addDevice(test.deps.ids.uuid(), [owner]);
    return test.addAlert(owner, ref, status);
  }

  function step(id: string, status: string, as = ada, key?: string) {
    return test.call("PUT", `/api/alerts/statusUpdate/${id}`, {
      as,
      body: { status },
      headers: key === undefined ? {} : { "idempotency-key": key },
    });
  }

  it("goes from new to acknowledged to resolved, with when and by which device [ALERT-45]", async () => {
    const id = await addAlert(ada);
    const acknowledged = await step(id, "acknowledged");
    expect(acknowledged.json().message).toMatchObject({
      id,
      status: "acknowledged",
      acknowledged_at: "2024-05-01T06:00:00.000Z",
      acknowledged_by: "Chrome on Android",
      resolved_cause: null,
    });
    test.clock.advance(60_000);
    await step(id, "resolved");
    expect(await alertOf(id)).toMatchObject({
      status: "resolved",
      acknowledged_at: "2024-05-01T06:00:00.000Z",
      resolved_at: "2024-05-01T06:01:00.000Z",
      resolved_by: "Chrome on Android",
      resolved_cause: "person",
    });
  });

  it("answers the status that it has already without a change", async () => {
    const id = await addAlert(ada);
    for (const status of ["new", "acknowledged", "acknowledged"]) {
      expect((await step(id, status)).json().message.status).toBe(status);
    }
    const before = await alertOf(id);
    test.clock.advance(1000);
    expect((await step(id, "acknowledged")).json().message).toEqual(before);
  });

  it.each([
    ["new", "resolved"],
    ["acknowledged", "new"],
    ["resolved", "acknowledged"],
    ["resolved", "new"],
  ])("refuses the step from %s to %s and answers the alert", async (from, to) => {
    const id = await addAlert(ada, from);
    const answer = await step(id, to);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({
      code: "conflict",
      errors: { general: "An alert goes from new to acknowledged, then to resolved." },
      message: await alertOf(id),
    });
    expect((await alertOf(id)).status).toBe(from);
  });

  it("refuses a status that there is not, by the field's name", async () => {
    const answer = await step(await addAlert(ada), "closed");
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.status).toBe("This must be one of: new, acknowledged, resolved.");
  });

  it("does not exist for another user of the same Sentinel, nor once the Sentinel is given up", async () => {
    const ref = await test.addDevice("78", [ada, ben]);
    const id = await test.addAlert(ada, ref);
    expect((await step(id, "acknowledged", ben)).statusCode).toBe(404);
    expect(await alertOf(id, ben)).toBeUndefined();
    for (const none of ["0", "999999", "x", "1e3"]) expect((await step(none, "new")).statusCode).toBe(404);
    await test.call("DELETE", "/api/dataClearing/78?ownership=true", { as: ada });
    expect((await step(id, "acknowledged")).statusCode).toBe(404);
  });

  it("answers a repeated call with its key as before, and refuses the key for another", async () => {
    const id = await addAlert(ada);
    const first = (await step(id, "acknowledged", ada, "key-1")).json();
    test.clock.advance(1000);
    await step(id, "resolved", ada, "key-2");
    expect((await step(id, "acknowledged", ada, "key-1")).json()).toEqual(first);
    expect((await alertOf(id)).status).toBe("resolved");
    const reused = await step(id, "resolved", ada, "key-1");
    expect([reused.statusCode, reused.json().code]).toEqual([422, "key_reused"]);
  });

  it("refuses a key for another alert, though the step is the same (promise B1)", async () => {
    const [one, other] = [await addAlert(ada), await addAlert(ada)];
    expect((await step(one, "acknowledged", ada, "key-of-one")).statusCode).toBe(200);
    const refused = await step(other, "acknowledged", ada, "key-of-one");
    expect([refused.statusCode, refused.json().code]).toEqual([422, "key_reused"]);
    expect((await alertOf(other)).status).toBe("new");
  });

  it("acknowledges all new ones of the caller and no others [ALERT-09] [ALERT-43]", async () => {
    await test.call("DELETE", "/api/alerts/all", { as: ada });
    const [one, two] = [await addAlert(ada), await addAlert(ada)];
    const [resolved, foreign] = [await addAlert(ada, "resolved"), await addAlert(ben)];
    const answer = await test.call("PUT", "/api/alerts/all", { as: ada });
    expect(answer.json()).toEqual({ message: { updated: 2 } });
    for (const id of [one, two]) {
      expect(await alertOf(id)).toMatchObject({
        status: "acknowledged",
        acknowledged_by: "Chrome on Android",
      });
    }
    expect(await alertOf(resolved)).toMatchObject({ status: "resolved", acknowledged_at: null });
    expect((await alertOf(foreign, ben)).status).toBe("new");
    expect((await test.call("PUT", "/api/alerts/all", { as: ada })).json().message.updated).toBe(0);
  });

  it("resolves all new and acknowledged ones and deletes none [ALERT-07] [ALERT-44]", async () => {
    await test.call("DELETE", "/api/alerts/all", { as: ada });
    const count = (await test.call("GET", "/api/alerts", { as: ada })).json().message.length;
    const [fresh, seen] = [await addAlert(ada), await addAlert(ada, "acknowledged")];
    const answer = await test.call("DELETE", "/api/alerts/all", { as: ada });
    expect(answer.json()).toEqual({ message: { updated: 2 } });
    for (const id of [fresh, seen]) {
      expect(await alertOf(id)).toMatchObject({ status: "resolved", resolved_cause: "person" });
    }
    expect((await test.call("GET", "/api/alerts", { as: ada })).json().message).toHaveLength(count + 2);
  });

  it("comes through the feed with its new status", async () => {
    const id = await addAlert(ada);
    const { cursor } = (await test.call("GET", "/api/sync", { as: ada })).json();
    await step(id, "acknowledged");
    const page = (await test.call("GET", `/api/sync?cursor=${cursor}`, { as: ada })).json();
    const { rows, columns } = page.tables.alerts;
    expect(rows).toBe(1);
    expect(Object.keys(columns)).toEqual(
      expect.arrayContaining(["status", "acknowledged_at", "acknowledged_by"]),
    );
  });

  it("is one of a kind as long as it has not ended", async () => {
    await test.addAlert(ada, deviceRef);
    await expect(test.addAlert(ada, deviceRef)).rejects.toThrow();
    await test.addAlert(ada, deviceRef, "resolved");
    await test.addAlert(ben, deviceRef);
  });
});
