import {
  countOf,
  modelPrices,
  PRICING_MINIMUMS,
  type PricingInput,
} from "../../../domain/pricing/model-price.ts";
import { priceLines } from "./price-lines.ts";

const COUNTS = ["species", "animals", "images"] as const;

/** Keeps the prices of a calculator up to date with its inputs; its buttons step them. */
export function runCalculator(form: HTMLFormElement): void {
  const show = () => showPrices(form);
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-step]") : null;
    const input = button?.parentElement?.querySelector("input");
    if (!button || !input) return;
    input.value = String(Math.max(0, countOf(input.value) + Number(button.dataset.step)));
    show();
  });
  // A browser may have restored what was entered before a reload.
  show();
}

function showPrices(form: HTMLFormElement): void {
  const counts = COUNTS.map((name) => countOf(field(form, name).value));
  const [species = 0, animals = 0, images = 0] = counts;
  const input: PricingInput = {
    species,
    animals,
    images,
    humanVerified: field(form, "humanVerified").checked,
    separated: !field(form, "notSeparated").checked,
  };
  for (const name of COUNTS) {
    const hint = form.querySelector(`[data-count="${name}"] [data-hint]`);
    hint?.toggleAttribute("data-below", input[name] < PRICING_MINIMUMS[name]);
  }
  for (const [name, { of, amount }] of Object.entries(priceLines(input, modelPrices(input)))) {
    const line = form.querySelector(`[data-price="${name}"]`);
    write(line?.querySelector("[data-of]"), of);
    write(line?.querySelector("[data-amount]"), amount);
  }
}

/** A text that is the same is not written again: a screen reader would read it again. */
function write(place: Element | null | undefined, text: string): void {
  if (place && place.textContent !== text) place.textContent = text;
}

function field(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}
