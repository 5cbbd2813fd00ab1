import { describe, expect, it } from "vitest";
import { isCostlyLink } from "../../../src/platform/link.ts";

describe("a link", () => {
  it("that the browser tells nothing of is not costly", () => {
    expect(isCostlyLink({})).toBe(false);
  });

  it.each([
    [{}, false],
    [{ effectiveType: "4g" }, false],
    [{ effectiveType: "4g", saveData: true }, true],
    [{ effectiveType: "3g" }, true],
    [{ effectiveType: "slow-2g" }, true],
    [{ effectiveType: "4g", type: "cellular" }, true],
    [{ effectiveType: "4g", type: "wifi" }, false],
  ])("that the browser tells of as %o is costly: %s", (hints, costly) => {
    expect(isCostlyLink({ connection: hints })).toBe(costly);
  });
});
