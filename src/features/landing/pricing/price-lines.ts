import type { ModelPrices, PricingInput } from "../../../domain/pricing/model-price.ts";
import { PRICING_WORDS as words } from "../../../messages/landing/landing-script.ts";

/** The calculator's state before the first input. */
export const EXAMPLE: PricingInput = {
  species: 6,
  animals: 4,
  images: 5000,
  humanVerified: false,
  separated: true,
};

/** The line of each price: its parts, and the amount. */
export function priceLines(
  input: PricingInput,
  prices: ModelPrices,
): Record<keyof ModelPrices, { of: string; amount: string }> {
  return {
    labelling: { of: words.labellingOf(input), amount: words.usd(prices.labelling) },
    customModel: { of: words.customModelOf(input), amount: words.usd(prices.customModel) },
    specializedModel: { of: words.specializedModelOf(input), amount: words.usd(prices.specializedModel) },
  };
}
