import { describe, expect, it } from "vitest";
import { displayName } from "../../../src/domain/device-name.ts";
import { byNameThenId, compareIds } from "../../../src/domain/text-order.ts";
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
    expect(displayName("Waterhole", "CAM-7")).toBe("Waterhole");
    expect(displayName(null, "CAM-7")).toBe("CAM-7");
    expect(displayName("", "CAM-7")).toBe("CAM-7");
    expect(displayName(null, null)).toBe("Unnamed");
  });
});

describe("order", () => {
  it("is by name without regard to letter case, then by id as a number", () => {
    const rows = [
      { name: "b", id: "2" },
      { name: "a", id: "10" },
      { name: "A", id: "1" },
      { name: "a", id: "9" },
    ];
    const sorted = rows.sort(
      byNameThenId(
        (row) => row.name,
        (row) => row.id,
      ),
    );
    expect(sorted.map(({ name, id }) => name + id)).toEqual(["A1", "a9", "a10", "b2"]);
  });

  it("puts ids that are numbers by value and others by text", () => {
    expect(["10", "9", "cam-2", "cam-10"].sort(compareIds)).toEqual(["9", "10", "cam-10", "cam-2"]);
  });
});
