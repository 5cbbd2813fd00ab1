import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countOf,
  modelPrices,
  PRICING_MINIMUMS,
  type PricingInput,
} from "../../../../src/domain/pricing/model-price.ts";

const PLAIN: PricingInput = { species: 0, animals: 0, images: 0, humanVerified: false, separated: true };
const priced = (change: Partial<PricingInput>) => modelPrices({ ...PLAIN, ...change });

const count = fc.integer({ min: 0, max: 10_000_000 });
const anyInput: fc.Arbitrary<PricingInput> = fc.record({
  species: fc.integer({ min: 0, max: 100_000 }),
  animals: fc.integer({ min: 0, max: 100_000 }),
  images: count,
  humanVerified: fc.boolean(),
  separated: fc.boolean(),
});

describe("the price of labelling", () => {
  it("is 0.002 USD an image [LAND-26]", () => {
    expect(priced({ images: 1 }).labelling).toBe(0.002);
    expect(priced({ images: 5_000 }).labelling).toBe(10);
    expect(priced({ images: 0 }).labelling).toBe(0);
  });

  it("is 0.004 USD an image more where people verify the labels [LAND-27]", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const more =
          modelPrices({ ...input, humanVerified: true }).labelling -
          modelPrices({ ...input, humanVerified: false }).labelling;
        expect(more).toBeCloseTo(input.images * 0.004, 4);
      }),
    );
    expect(priced({ images: 1_000, humanVerified: true }).labelling).toBe(6);
  });

  it("is 10 USD a species more, also without images [LAND-28]", () => {
    expect(priced({ species: 1 }).labelling).toBe(10);
    expect(priced({ species: 6, images: 5_000 }).labelling).toBe(70);
    fc.assert(
      fc.property(anyInput, (input) => {
        const { labelling } = modelPrices({ ...input, species: input.species + 1 });
        expect(labelling - modelPrices(input).labelling).toBeCloseTo(10, 4);
      }),
    );
  });

  it("is 0.006 USD an image more where species are not separated into folders [LAND-29]", () => {
    expect(priced({ images: 1_000, separated: false }).labelling).toBe(8);
    expect(priced({ images: 1_000, separated: false, humanVerified: true }).labelling).toBe(12);
    fc.assert(
      fc.property(anyInput, (input) => {
        const more =
          modelPrices({ ...input, separated: false }).labelling -
          modelPrices({ ...input, separated: true }).labelling;
        expect(more).toBeCloseTo(input.images * 0.006, 4);
      }),
    );
  });

  it("has no error of binary fractions: every price is a whole number of thousandths", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { labelling } = modelPrices(input);
        expect(Number(labelling.toFixed(3))).toBe(labelling);
      }),
    );
  });

  it("does not depend on the animals", () => {
    fc.assert(
      fc.property(anyInput, count, (input, animals) => {
        expect(modelPrices({ ...input, animals }).labelling).toBe(modelPrices(input).labelling);
      }),
    );
  });
});

describe("the price of a custom model", () => {
  it("is 200 USD and 50 an animal, at most 500 [LAND-30]", () => {
    const prices = [0, 1, 4, 5, 6, 7, 1_000].map((animals) => priced({ animals }).customModel);
    expect(prices).toEqual([200, 250, 400, 450, 500, 500, 500]);
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(modelPrices(input).customModel).toBe(Math.min(500, 200 + 50 * input.animals));
      }),
    );
  });
});

describe("the price of a specialized model", () => {
  it("is 500 USD and 0.1 times images times animals, at most 5000 [LAND-31]", () => {
    const price = (images: number, animals: number) => priced({ images, animals }).specializedModel;
    expect(price(0, 5)).toBe(500);
    expect(price(2_000, 0)).toBe(500);
    expect(price(2_000, 1)).toBe(700);
    expect(price(5_000, 4)).toBe(2_500);
    expect(price(45_000, 1)).toBe(5_000);
    expect(price(44_999, 1)).toBe(4_999.9);
    expect(price(45_001, 1)).toBe(5_000);
    fc.assert(
      fc.property(anyInput, (input) => {
        const { specializedModel } = modelPrices(input);
        const uncapped = 500 + (input.images * input.animals) / 10;
        expect(specializedModel).toBeCloseTo(Math.min(5_000, uncapped), 4);
      }),
    );
  });
});

describe("the hints of the calculator", () => {
  it("are the minimums of the specification, and prices go on below them", () => {
    expect(PRICING_MINIMUMS).toEqual({ species: 1, animals: 1, images: 2000 });
    expect(priced({ images: 10, animals: 1 }).specializedModel).toBe(501);
    expect(priced({ species: 0, images: 500 }).labelling).toBe(1);
  });
});

describe("what is entered", () => {
  it("counts as 0 where it is blank, negative or no number", () => {
    expect(["", "  ", "-1", "-0.5", "elk", "NaN", "Infinity", "-Infinity"].map(countOf)).toEqual(
      Array(8).fill(0),
    );
  });

  it("loses its fraction and keeps every whole number", () => {
    expect(["0", "0.9", "1", "1.9", " 12 ", "2000", "1e3"].map(countOf)).toEqual([
      0, 0, 1, 1, 12, 2000, 1000,
    ]);
    fc.assert(
      fc.property(count, (whole) => {
        expect(countOf(String(whole))).toBe(whole);
      }),
    );
  });
});
