import { describe, expect, it } from "vitest";
import { needsIosSteps } from "../../../src/state/install-store.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15";
const ANDROID = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36";

describe("who is shown the steps by hand", () => {
  it("is iOS, and an iPad that calls itself a Mac, until the app is installed", () => {
    expect(needsIosSteps(IPHONE, 5, false)).toBe(true);
    expect(needsIosSteps(MAC, 5, false)).toBe(true);
    expect(needsIosSteps(MAC, 0, false)).toBe(false);
    expect(needsIosSteps(ANDROID, 5, false)).toBe(false);
    expect(needsIosSteps(IPHONE, 5, true)).toBe(false);
  });
});
