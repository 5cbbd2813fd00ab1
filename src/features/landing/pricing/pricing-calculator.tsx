import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { modelPrices, type PRICING_MINIMUMS } from "../../../domain/pricing/model-price.ts";
import { PRICING_WORDS as words } from "../../../messages/landing/landing-script.ts";
import { EXAMPLE, priceLines } from "./price-lines.ts";
import styles from "./pricing-calculator.module.css";

const STEPS = { species: 1, animals: 1, images: 500 } as const;

/** Drawn with the prices of an example; `run-calculator.ts` keeps them up to date with what is entered. */
export function PricingCalculator() {
  return (
    <form className={styles.calculator} data-calculator noValidate aria-labelledby="pricing-title">
      <div className={styles.fields}>
        <h3 className={styles.title} id="pricing-title">
          {words.title}
        </h3>
        <Count name="species" />
        <Count name="animals" />
        <Count name="images" />
        <Choice name="humanVerified" label={words.humanVerified} />
        <Choice name="notSeparated" label={words.notSeparated} />
      </div>
      <Prices />
    </form>
  );
}

function Count({ name }: { name: keyof typeof PRICING_MINIMUMS }) {
  const label = words[name];
  const step = STEPS[name];
  return (
    <div className={styles.count} data-count={name}>
      <div>
        <label className={styles.label} htmlFor={`pricing-${name}`}>
          {label}
        </label>
        <span className={styles.hint} id={`pricing-${name}-hint`} data-hint>
          <TriangleAlert size={14} aria-hidden="true" />
          {words.hints[name]}
        </span>
      </div>
      <div className={styles.stepper}>
        <button type="button" data-step={-step} aria-label={words.fewer(label)}>
          <Minus size={18} aria-hidden="true" />
        </button>
        <input
          id={`pricing-${name}`}
          name={name}
          type="number"
          inputMode="numeric"
          min={0}
          step="any"
          autoComplete="off"
          defaultValue={EXAMPLE[name]}
          aria-describedby={`pricing-${name}-hint`}
        />
        <button type="button" data-step={step} aria-label={words.more(label)}>
          <Plus size={18} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

function Choice({ name, label }: { name: string; label: string }) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" name={name} autoComplete="off" />
      {label}
    </label>
  );
}

function Prices() {
  const lines = priceLines(EXAMPLE, modelPrices(EXAMPLE));
  const names = {
    labelling: words.labelling,
    customModel: words.customModel,
    specializedModel: words.specializedModel,
  } as const;
  return (
    <section className={styles.prices} aria-label={words.results}>
      {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
        <div key={name} className={styles.price} data-price={name}>
          <div>
            <span className={styles.label}>{names[name]}</span>
            <span className={styles.of} data-of>
              {lines[name].of}
            </span>
            {name === "specializedModel" && <span className={styles.of}>{words.specializedMinimum}</span>}
          </div>
          <output className={styles.amount} data-amount>
            {lines[name].amount}
          </output>
        </div>
      ))}
    </section>
  );
}
