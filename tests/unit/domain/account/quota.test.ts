import { describe, expect, it } from "vitest";
import { QUOTAS, roomLeft } from "../../../../src/domain/account/quota.ts";

describe("the quotas of an account", () => {
  it("have each a setting of its own", () => {
    const settings = Object.values(QUOTAS).map(({ setting }) => setting);
    expect(new Set(settings).size).toBe(settings.length);
    expect(settings.filter((setting) => !/^MAX_[A-Z_]+_PER_USER$/.test(setting))).toEqual([]);
  });

  it("leave the room up to the most, and none where more is held since a quota was lowered", () => {
    expect([roomLeft(0, 3), roomLeft(2, 3), roomLeft(3, 3), roomLeft(5, 3)]).toEqual([3, 1, 0, 0]);
  });
});
