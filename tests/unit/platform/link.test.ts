import { describe, expect, it } from "vitest";
import { isCostlyLink, isMeteredLink } from "../../../src/platform/link.ts";

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

  it("is metered where bytes are paid for, not where they are only slow", () => {
    const metered = (hints: object) => isMeteredLink({ connection: hints });
    expect([isMeteredLink({}), metered({ effectiveType: "2g" }), metered({ type: "wifi" })]).toEqual([
      false,
      false,
      false,
    ]);
    expect([metered({ saveData: true }), metered({ type: "cellular" })]).toEqual([true, true]);
  });
});
