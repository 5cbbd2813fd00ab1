import { describe, expect, it } from "vitest";
import { displayName } from "../../../src/domain/device/device-name.ts";
import { accountKey, isBlank, isEmail } from "../../../src/domain/validation.ts";

describe("e-mail addresses", () => {
  it.each(["a@b.co", "first.last+tag@sub.example.org", "o'neil@example.org", "ä@bücher.example"])(
    "takes %s",
    (text) => expect(isEmail(text)).toBe(true),
  );

  it.each([
    "",
    "a",
    "a@b",
    "@b.co",
    "a@.co",
    "a@b..co",
    "a@b.co.",
    "a b@c.de",
    "a@b@c.de",
    "a@c.de\r\nBcc: x@y.zz",
    "<a@c.de>",
    '"a"@c.de',
    `${"x".repeat(250)}@c.de`,
  ])("refuses %j", (text) => expect(isEmail(text)).toBe(false));
});

describe("what counts as the same", () => {
  it("compares accounts without regard to letter case, spaces around and how an accent is written", () => {
    expect(accountKey(" Ranger@Example.ORG ")).toBe("ranger@example.org");
    expect(accountKey("Zoe\u0308")).toBe(accountKey("ZO\u00cb"));
  });

  it("knows an empty field", () => {
    expect([null, undefined, "", " \t\n", "\u00a0"].every(isBlank)).toBe(true);
    expect(isBlank(" x ")).toBe(false);
  });
});

describe("a Sentinel's name", () => {
  it("is the preferred one, else the device's own, else 'Unnamed'", () => {
    const named = (preferred_name: string | null, device_name: string | null) =>
      displayName({ preferred_name, device_name });
    expect(named("Waterhole", "CAM-7")).toBe("Waterhole");
    expect(named(null, "CAM-7")).toBe("CAM-7");
    expect(named("", "CAM-7")).toBe("CAM-7");
    expect(named("", "")).toBe("Unnamed");
    expect(named(null, null)).toBe("Unnamed");
  });
});
