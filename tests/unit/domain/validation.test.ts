import { describe, expect, it } from "vitest";
import { accountKey, isBlank, isEmail } from "../../../src/domain/validation.ts";

describe("e-mail addresses", () => {
  it.each([
    "a@b.co",
    "first.last+tag@sub.example.org",
    "o'neil@example.org",
    "ä@bücher.example",
    `${"x".repeat(245)}@abcd.org`,
  ])("takes %s", (text) => expect(isEmail(text)).toBe(true));

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
    `${"x".repeat(245)}@abcde.org`,
    "a\u200b@c.de",
    "a@c\u00ad.de",
  ])("refuses %j", (text) => expect(isEmail(text)).toBe(false));
});

describe("what counts as the same", () => {
  it("compares accounts without regard to letter case, spaces around and how an accent is written", () => {
    expect(accountKey(" Ranger@Example.ORG ")).toBe("ranger@example.org");
    expect(accountKey("Zoe\u0308")).toBe(accountKey("ZO\u00cb"));
  });

  it("knows an empty field", () => {
    expect([null, undefined, "", " \t\n", "\u00a0"].every(isBlank)).toBe(true);
    expect(["\u200b", "\u2060 \u202e", "\u3164", "\u2800"].every(isBlank)).toBe(true);
    expect(isBlank(" x ")).toBe(false);
  });
});
