/** Input of the pricing calculator. Counts are whole numbers from 0 on. */
export interface PricingInput {
  readonly species: number;
  readonly animals: number;
  readonly images: number;
  /** Whether people check the labels. */
  readonly humanVerified: boolean;
  /** Whether the images of each species lie in a folder of their own. */
  readonly separated: boolean;
}

/** Prices in USD. */
export interface ModelPrices {
  readonly labelling: number;
  readonly customModel: number;
  readonly specializedModel: number;
}

/** The hints of the calculator: labels, and no limits of what is priced. */
export const PRICING_MINIMUMS = { species: 1, animals: 1, images: 2000 } as const;

export const CUSTOM_MODEL_CAP_USD = 500;
export const SPECIALIZED_MODEL_CAP_USD = 5000;

// Thousandths of a USD, so that sums of prices such as 0.002 are exact.
const MILLS_A_USD = 1000;
const LABEL = { image: 2, humanVerified: 4, notSeparated: 6, species: 10_000 } as const;
const CUSTOM = { base: 200_000, animal: 50_000, cap: CUSTOM_MODEL_CAP_USD * MILLS_A_USD } as const;
const SPECIALIZED = {
  base: 500_000,
  imageAndAnimal: 100,
  cap: SPECIALIZED_MODEL_CAP_USD * MILLS_A_USD,
} as const;

export function modelPrices(input: PricingInput): ModelPrices {
  const { species, animals, images } = input;
  const eachImage =
    LABEL.image +
    (input.humanVerified ? LABEL.humanVerified : 0) +
    (input.separated ? 0 : LABEL.notSeparated);
  return {
    labelling: (images * eachImage + species * LABEL.species) / MILLS_A_USD,
    customModel: Math.min(CUSTOM.base + animals * CUSTOM.animal, CUSTOM.cap) / MILLS_A_USD,
    specializedModel:
      Math.min(SPECIALIZED.base + images * animals * SPECIALIZED.imageAndAnimal, SPECIALIZED.cap) /
      MILLS_A_USD,
  };
}

/** The count that a text stands for, without its fraction; 0 for a blank, a negative and no number. */
export function countOf(text: string): number {
  const count = Math.floor(Number(text));
  return Number.isFinite(count) && count > 0 ? count : 0;
}
