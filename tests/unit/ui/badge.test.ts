import { describe, expect, it } from "vitest";
import { cappedCount } from "../../../src/ui/feedback/badge.tsx";

describe("the number on a badge", () => {
  it("is capped at 999 [SHELL-24]", () => {
    expect(cappedCount(1)).toBe("1");
    expect(cappedCount(999)).toBe("999");
    expect(cappedCount(1000)).toBe("999+");
    expect(cappedCount(123456)).toBe("999+");
  });
});
