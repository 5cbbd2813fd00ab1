import { LANDING } from "../../../messages/landing/landing.ts";
import { PricingCalculator } from "../pricing/pricing-calculator.tsx";
import { Section, Steps } from "./section.tsx";

const words = LANDING.customModels;

export function CustomModels() {
  return (
    <Section id="custom-models" title={words.title} words={words.words} picture={<PricingCalculator />}>
      <Steps steps={words.steps} />
    </Section>
  );
}
