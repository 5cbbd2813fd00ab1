import {
  CUSTOM_MODEL_CAP_USD,
  PRICING_MINIMUMS,
  type PricingInput,
  SPECIALIZED_MODEL_CAP_USD,
} from "../../domain/pricing/model-price.ts";

// One formatter each, of one language: the page is drawn in English at build time, and stays as it was drawn.
const WHOLE = new Intl.NumberFormat("en-US");
const USD = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 2,
  trailingZeroDisplay: "stripIfInteger",
});

const counted = (count: number, one: string, more: string) =>
  `${WHOLE.format(count)} ${count === 1 ? one : more}`;
const images = ({ images: count }: PricingInput) => counted(count, "image", "images");
const animals = ({ animals: count }: PricingInput) => counted(count, "animal", "animals");

/** The pricing calculator. The hints are literal in the specification. */
export const PRICING_WORDS = {
  title: "What would a model cost?",
  species: "Species",
  animals: "Animals",
  images: "Training images",
  hints: {
    species: `${PRICING_MINIMUMS.species} minimum`,
    animals: `${PRICING_MINIMUMS.animals} minimum`,
    images: `${PRICING_MINIMUMS.images} minimum`,
  },
  humanVerified: "Labels verified by people",
  notSeparated: "Species not separated into folders",
  fewer: (name: string) => `${name}: fewer`,
  more: (name: string) => `${name}: more`,
  results: "Prices",
  usd: (amount: number) => USD.format(amount),
  labelling: "Label images",
  labellingOf: (input: PricingInput) => `${images(input)}, ${counted(input.species, "species", "species")}`,
  customModel: "Custom model",
  customModelOf: (input: PricingInput) => `${animals(input)}, capped at ${USD.format(CUSTOM_MODEL_CAP_USD)}`,
  specializedModel: "Specialized model",
  specializedModelOf: (input: PricingInput) =>
    `${images(input)}, capped at ${USD.format(SPECIALIZED_MODEL_CAP_USD)}`,
  specializedMinimum: `At least ${PRICING_MINIMUMS.images} images`,
} as const;

export const CAROUSEL_WORDS = {
  pause: "Pause",
  play: "Play",
  pages: "Pages of partners",
  page: (page: number, count: number) => `Page ${page} of ${count}`,
} as const;
