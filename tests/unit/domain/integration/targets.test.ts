import { describe, expect, it } from "vitest";
import { codeOf } from "../../../../src/domain/integration/confirmation.ts";
import { isGundiApiKey, maskedKey, tellsByGroup } from "../../../../src/domain/integration/integration.ts";
import {
  checkTargets,
  isPhoneNumber,
  normalPhoneNumber,
} from "../../../../src/domain/integration/targets.ts";

describe("phone numbers", () => {
  it.each([
    ["5551234567", "+15551234567"],
    [" (555) 123-45 67 ", "+15551234567"],
    ["+255 712 345 678", "+255712345678"],
    ["[+255] 712–345‑678", "+255712345678"],
    ["", ""],
  ])(
    "are stored without spaces, dashes and brackets, with +1 where there is no plus: %j",
    (typed, stored) => {
      expect(normalPhoneNumber(typed)).toBe(stored);
    },
  );

  it("have a plus and 8 to 15 digits", () => {
    const right = ["+12345678", `+${"1".repeat(15)}`];
    const wrong = ["+1234567", `+${"1".repeat(16)}`, "12345678", "+1234567a", "+12345678\n", "++12345678"];
    expect(right.every(isPhoneNumber)).toBe(true);
    expect(wrong.some(isPhoneNumber)).toBe(false);
  });
});

describe("lists of addresses", () => {
  it("name what is malformed, and the second of two that are the same", () => {
    const faults = (platform: "email" | "sms", ...typed: string[]) =>
      checkTargets(platform, typed).map(({ fault }) => fault);
    expect(faults("email", "a@example.org", " A@Example.org ", "b@", "b@")).toEqual([
      null,
      "duplicate",
      "malformed",
      "malformed",
    ]);
    expect(faults("sms", "555 123 4567", "+1 (555) 123-4567", "12")).toEqual([
      null,
      "duplicate",
      "malformed",
    ]);
    expect(checkTargets("email", [" A@Example.org "])[0]).toMatchObject({
      address: "A@Example.org",
      key: "a@example.org",
    });
  });

  it("take no character that could begin another header", () => {
    for (const strange of [
      "a@b.org\nBcc: c@d.org",
      "a\r\n@b.org",
      "a@b.org\u0000",
      'a"b@c.org',
      "a@b.org,c@d.org",
    ]) {
      expect(checkTargets("email", [strange])[0]?.fault).toBe("malformed");
    }
    expect(checkTargets("sms", ["+1555\n1234567"])[0]?.fault).toBe("malformed");
  });
});

describe("what integrations hold besides", () => {
  it("are keys of printable signs, of which the last four are seen", () => {
    expect([
      isGundiApiKey("abcd1234"),
      isGundiApiKey("abc"),
      isGundiApiKey("abc 12345"),
      isGundiApiKey("…12345678"),
    ]).toEqual([true, false, false, false]);
    expect(maskedKey("secret-key-42wx")).toBe("…42wx");
  });

  it("tell by groups where classes are none and there are groups", () => {
    const groups = [{ groupId: "1", groupNotificationClasses: ["Lion"] }];
    expect([tellsByGroup("none", groups), tellsByGroup("none", []), tellsByGroup("all", groups)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("confirm by six digits, also grouped as people type them", () => {
    expect(["123456", "123 456", "123-456", "12345", "1234567", "12345a", ""].map(codeOf)).toEqual([
      "123456",
      "123456",
      "123456",
      null,
      null,
      null,
      null,
    ]);
  });
});
