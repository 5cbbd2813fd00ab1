import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeviceReportDaysList } from "../../../src/protocol/fleet.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

describe.each(DATABASE_KINDS)("the days on which Sentinels reported, over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
  });
  afterAll(() => test.close());

  /** Midnight of the test clock's day. */
  const today = () => Math.floor(test.deps.clock.now() / DAY_MS) * DAY_MS;
  const textOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
  const report = (deviceRef: number, moments: readonly number[]) =>
    test.deps.db.write((transaction) =>
      transaction
        .insertInto("device_reports")
        .values(
          moments.map((recorded_at) => ({
            device_ref: deviceRef,
            recorded_at,
            received_at: recorded_at,
            battery_voltage: null,
            memory_remaining: null,
            images_processed: null,
            report: "{}",
          })),
        )
        .execute(),
    );
  const read = async (as: TestUser) => {
    const answer = await test.call("GET", "/api/devices/report-days", { as });
    expect([...Compile(DeviceReportDaysList).Errors(answer.json())]).toEqual([]);
    return answer.json().message;
  };

  it("are each once, as runs of days, by the UTC day of which each report speaks", async () => {
    const device = await test.addDevice("DAYS-1", [ada]);
    await test.addDevice("DAYS-2", [ada]);
    const first = today() - 9 * DAY_MS;
    await report(device, [
      first,
      first + HOUR_MS,
      first + DAY_MS - 1,
      first + DAY_MS,
      first + 4 * DAY_MS + 5 * HOUR_MS,
      first + 4 * DAY_MS + 6 * HOUR_MS,
    ]);
    expect(await read(ada)).toEqual([
      {
        device_id: "DAYS-1",
        days: [
          [textOf(first), textOf(first + DAY_MS)],
          [textOf(first + 4 * DAY_MS), textOf(first + 4 * DAY_MS)],
        ],
      },
    ]);
  });

  it("are nobody else's, and after a renewed grant only those since then", async () => {
    const device = await test.addDevice("DAYS-3", [ben]);
    await report(device, [today() - 5 * DAY_MS, today() - DAY_MS]);
    const ofDevice = async () =>
      (await read(ben)).find((one: { device_id: string }) => one.device_id === "DAYS-3")?.days;
    expect(await ofDevice()).toHaveLength(2);
    await test.deps.db.write((transaction) =>
      transaction
        .updateTable("device_users")
        .set({ after_insight_id: 1, granted_at: today() - 2 * DAY_MS })
        .where("device_ref", "=", device)
        .execute(),
    );
    expect(await ofDevice()).toEqual([[textOf(today() - DAY_MS), textOf(today() - DAY_MS)]]);
    expect((await read(ada)).map((one: { device_id: string }) => one.device_id)).not.toContain("DAYS-3");
  });
});
