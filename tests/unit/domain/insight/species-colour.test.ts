import { describe, expect, it } from "vitest";
import { speciesMark } from "../../../../src/domain/insight/species-colour.ts";

describe("the mark of a class", () => {
  it("depends on the name alone, whatever its case and blanks", () => {
    expect(speciesMark(" Grey Heron ")).toEqual(speciesMark("grey heron"));
  });

  it("is the neutral ring for what is no species", () => {
    for (const name of ["", "empty", "blank", "Vehicle", "other", "unknown", "animal", "unidentified"]) {
      expect(speciesMark(name)).toEqual({ slot: null, shape: "ring" });
    }
  });

  it("uses all eight colours and all four shapes over many names", () => {
    const marks = Array.from({ length: 400 }, (_, index) => speciesMark(`species ${index}`));
    expect(new Set(marks.map(({ slot }) => slot)).size).toBe(8);
    expect(new Set(marks.map(({ shape }) => shape)).size).toBe(4);
    const pairs = new Set(marks.map(({ slot, shape }) => `${slot} ${shape}`));
    expect(pairs.size).toBe(32);
  });

  it("keeps the marks that people have learned", () => {
    expect(["grey heron", "ocelot", "agouti"].map((name) => speciesMark(name))).toMatchInlineSnapshot(`
      [
        {
          "shape": "diamond",
          "slot": 1,
        },
        {
          "shape": "ring",
          "slot": 9,
        },
        {
          "shape": "square",
          "slot": 11,
        },
      ]
    `);
  });
});
