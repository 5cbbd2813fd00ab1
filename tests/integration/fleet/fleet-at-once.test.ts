import type { LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { speakingDevice } from "../../support/server/ingest-world.ts";
import { lockWaits, signal } from "../../support/server/lock-waits.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

/** SQLite has one writer, so deadlocks cannot occur. */
const KINDS = DATABASE_KINDS.filter(({ name }) => name === "PostgreSQL");

const KEYS = { devices: "device_ref", insights: "insight_id", device_updates: "device_update_id" } as const;

describe.skipIf(KINDS.length === 0).each(KINDS)("Sentinels that are written by two, over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ada = await test.addUser("ada");
  });
  afterAll(() => test.close());

  /**
   * Makes a call while another writer, which holds the first of these rows, goes on to lock the second one. If the
   * call locked the second row before it waits for the first, the database would end one of the two.
   */
  async function besideAnother(
    rows: readonly (readonly [table: keyof typeof KEYS, ref: number])[],
    call: () => Promise<LightMyRequestResponse>,
  ): Promise<LightMyRequestResponse> {
    const [held, letGo] = [signal(), signal()];
    const other = test.db.write(async (transaction) => {
      for (const [at, [table, ref]] of rows.entries()) {
        if (at === 1) {
          held.give();
          await letGo.given;
        }
        await sql`select 1 from ${sql.table(table)} where ${sql.ref(KEYS[table])} = ${ref} for no key update`.execute(
          transaction,
        );
      }
    });
    await held.given;
    const answer = call();
    await expect.poll(() => lockWaits(test.db)).toBeGreaterThan(0);
    letGo.give();
    await other;
    return answer;
  }

  it("are cleared, while a photo of theirs comes, one after the other", async () => {
    const device = await speakingDevice(test, "PHOTO", [ada]);
    const [{ insight_id } = { insight_id: null }] = await device.send({ source_id: "a", class_name: "fox" });
    const rows = [
      ["devices", device.ref],
      ["insights", Number(insight_id)],
    ] as const;
    const answer = await besideAnother(rows, () =>
      test.call("DELETE", "/api/dataClearing/PHOTO?location=true&insights=true", { as: ada }),
    );
    expect(answer.statusCode).toBe(200);
  });

  it("are given up, while they report on their update, one after the other", async () => {
    const ref = await test.addDevice("GIVEN-UP", [ada]);
    const settings = { cycleTime: 690, triggerNumber: 30 };
    const algReleaseId = await test.addRelease("Spring", [ada]);
    const body = { deviceIds: ["GIVEN-UP"], firmwareReleaseTag: "release", algReleaseId, settings };
    const asked = await test.call("POST", "/api/devices/update", { as: ada, body });
    const rows = [
      ["device_updates", Number(asked.json().message.deviceUpdateId)],
      ["devices", ref],
    ] as const;
    const answer = await besideAnother(rows, () =>
      test.call("DELETE", "/api/dataClearing/GIVEN-UP?location=true&ownership=true", { as: ada }),
    );
    expect(answer.statusCode).toBe(200);
  });

  /** Makes a call while a clear holds the Sentinel, whose assignments, claims and key are deleted meanwhile. */
  async function besideClear(
    ref: number,
    call: () => Promise<LightMyRequestResponse>,
  ): Promise<LightMyRequestResponse> {
    const [held, letGo] = [signal(), signal()];
    const clear = test.db.write(async (transaction) => {
      await sql`select 1 from devices where device_ref = ${ref} for no key update`.execute(transaction);
      held.give();
      await letGo.given;
      for (const table of ["device_users", "device_claims", "device_keys"] as const) {
        await transaction.deleteFrom(table).where("device_ref", "=", ref).execute();
      }
    });
    await held.given;
    const answer = call();
    // Without the lock the call would answer before the clear, and stay in force after it.
    let first: "answered" | "waits" | null = null;
    void answer.finally(() => {
      first ??= "answered";
    });
    while (first === null) if ((await lockWaits(test.db)) > 0) first ??= "waits";
    letGo.give();
    await clear;
    expect(first).toBe("waits");
    return answer;
  }

  it("get no key and no owner from a renewal or a claim that waits for a clear", async () => {
    const renewed = await speakingDevice(test, "RENEWED", [ada]);
    const refused = await besideClear(renewed.ref, () =>
      test.call("POST", "/api/devices/RENEWED/key", { as: ada }),
    );
    expect(refused.statusCode).toBe(404);

    const staff = await test.addUser("staff", "staff");
    const entered = await test.call("POST", "/api/devices", {
      as: staff,
      body: { device_id: "CLAIMED", unassigned: true },
    });
    const { device_ref } = await test.db.reader
      .selectFrom("devices")
      .select("device_ref")
      .where("device_id", "=", "CLAIMED")
      .executeTakeFirstOrThrow();
    const claim = { device_id: "CLAIMED", claim_code: entered.json().claimCode };
    const late = await besideClear(device_ref, () =>
      test.call("POST", "/api/devices", { as: ada, body: claim }),
    );
    expect(late.statusCode).toBe(409);
    for (const table of ["device_users", "device_keys"] as const) {
      const left = test.db.reader.selectFrom(table).select("device_ref");
      expect(await left.where("device_ref", "in", [renewed.ref, device_ref]).execute()).toEqual([]);
    }
  });
});
