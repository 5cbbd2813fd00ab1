import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authenticateDevice } from "../../server/features/devices/device-key.ts";
import { hashSecret, newSecret } from "../../server/features/sessions/token.ts";
import { DATABASE_KINDS } from "../support/databases.ts";
import { makeTestApp, type TestApp } from "../support/test-app.ts";

describe.each(DATABASE_KINDS)("Sentinels over $name", (kind) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
  });
  afterAll(() => test.close());

  it("are known by their key and by no other secret", async () => {
    const device_ref = await test.addDevice("KEYED", []);
    const key = newSecret();
    await test.db.write((transaction) =>
      transaction
        .insertInto("device_keys")
        .values({ device_ref, key_hash: hashSecret(key), made_at: 0 })
        .execute(),
    );
    expect(await authenticateDevice(test.deps, key)).toEqual({ deviceRef: device_ref, deviceId: "KEYED" });
    expect(await authenticateDevice(test.deps, newSecret())).toBeNull();
    expect(await authenticateDevice(test.deps, hashSecret(key))).toBeNull();
  });
});
