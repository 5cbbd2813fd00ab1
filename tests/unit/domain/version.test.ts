import { describe, expect, it } from "vitest";
import { isOlderVersion } from "../../../src/domain/version.ts";

describe("a version", () => {
  it.each([
    ["1.2.3", "1.2.4"],
    ["1.2.3", "1.3.0"],
    ["1.9.9", "2.0.0"],
    ["1.2.9", "1.2.10"],
    ["0.0.0", "0.0.1"],
  ])("%s is older than %s, which is not older in turn", (older, newer) => {
    expect(isOlderVersion(older, newer)).toBe(true);
    expect(isOlderVersion(newer, older)).toBe(false);
  });

  it("is not older than itself", () => {
    expect(isOlderVersion("1.2.3", "1.2.3")).toBe(false);
  });

  it.each(["", "1.2", "1.2.3.4", "v1.2.3", "1.2.3-beta", "1.2.x", "11..3"])(
    "that is none, %j, is older than nothing, and nothing is older than it",
    (none) => {
      expect(isOlderVersion(none, "999.999.999")).toBe(false);
      expect(isOlderVersion("0.0.0", none)).toBe(false);
    },
  );

  it("may have several figures in each place", () => {
    expect(isOlderVersion("10.20.30", "10.20.31")).toBe(true);
  });
});
