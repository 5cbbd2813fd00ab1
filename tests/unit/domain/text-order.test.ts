import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCells } from "../../../src/domain/table/table-query.ts";
import { byNameThenId, compareIds, compareNames, comparePlain } from "../../../src/domain/text-order.ts";

const sorted = (names: string[], compare: (a: string, b: string) => number) => names.toSorted(compare);

describe("the order of names", () => {
  it("puts numbers in names by their value, whatever stands around them", () => {
    expect(sorted(["CAM-10", "CAM-2", "CAM-1b", "CAM-1"], compareNames)).toEqual([
      "CAM-1",
      "CAM-1b",
      "CAM-2",
      "CAM-10",
    ]);
  });

  it("takes names that differ in letter case or accents for the same", () => {
    expect(compareNames("Água", "agua")).toBe(0);
    expect(sorted(["b", "A", "a", "B"], compareNames)).toEqual(["A", "a", "b", "B"]);
  });

  it("is the same for plain names with and without the collator", () => {
    const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
    const name = fc.string({ unit: fc.constantFrom(..."abzABZ0019 -"), maxLength: 8 });
    fc.assert(
      fc.property(
        name,
        name,
        (a, b) => comparePlain(a.toLowerCase(), b.toLowerCase()) === Math.sign(collator.compare(a, b)),
      ),
      { numRuns: 5_000 },
    );
    expect(comparePlain("cam 9007199254740993", "cam 9007199254740992")).toBe(1);
  });

  it("tells ids apart that read alike, by code point", () => {
    expect(compareIds("cam-1", "CAM-1")).toBe(1);
    expect(compareIds("CAM-1", "cam-1")).toBe(-1);
    expect(compareIds("cam-1", "cam-1")).toBe(0);
    expect(sorted(["10", "9", "cam-10", "cam-2"], compareIds)).toEqual(["9", "10", "cam-2", "cam-10"]);
  });

  it("is by name, then by id", () => {
    const rows = [
      { name: "b", id: "2" },
      { name: "a", id: "10" },
      { name: "A", id: "1" },
      { name: "a", id: "9" },
    ];
    const compare = byNameThenId<{ name: string; id: string }>(
      ({ name }) => name,
      ({ id }) => id,
    );
    expect(rows.toSorted(compare).map(({ name, id }) => name + id)).toEqual(["A1", "a9", "a10", "b2"]);
  });

  it("is that of a sorted column of a table", () => {
    const names = ["CAM-10", "cam-2", "CAM-1"];
    expect(sorted(names, (a, b) => compareCells(a, b, false))).toEqual(["CAM-1", "cam-2", "CAM-10"]);
    expect(sorted(names, (a, b) => compareCells(a, b, true))).toEqual(["CAM-10", "cam-2", "CAM-1"]);
  });
});
