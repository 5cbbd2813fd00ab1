import type { ModelPrices, PricingInput } from "../../../domain/pricing/model-price.ts";
import { PRICING_WORDS as words } from "../../../messages/landing/landing-script.ts";

/** What the calculator shows before anybody enters anything. */
export const EXAMPLE: PricingInput = {
  species: 6,
  animals: 4,
  images: 5000,
  humanVerified: false,
  separated: true,
};

/** What is said of each price: of what it is made, and the amount. */
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
