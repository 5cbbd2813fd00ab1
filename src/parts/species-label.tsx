import type { ClassScore } from "../domain/insight/insight.ts";
import { speciesMark } from "../domain/insight/species-colour.ts";
import styles from "./species-label.module.css";

/** A class with its colour, shape and name; the tooltip has the whole name. */
export function SpeciesLabel({ className, strong = true }: { className: string; strong?: boolean }) {
  return (
    <span className={styles.label} title={className}>
      <SpeciesMark className={className} />
      <span className={strong ? styles.name : styles.quietName}>{readableName(className)}</span>
    </span>
  );
}

/** Its colour and shape alone, beside its name. */
export function SpeciesMark({ className }: { className: string }) {
  const { slot, shape } = speciesMark(className);
  return (
    <span
      className={styles.mark}
      data-shape={shape}
      style={{ color: slot === null ? "var(--sp-none)" : `var(--sp-${slot})` }}
      aria-hidden="true"
    />
  );
}

/** Capitalised: the wire writes the class for nothing in lower case. */
export function readableName(className: string): string {
  const [first = "", ...rest] = className;
  return first.toLocaleUpperCase("en") + rest.join("");
}

/** The same of each class of a list. */
export function readableClasses(classList: readonly ClassScore[]): readonly ClassScore[] {
  return classList.map((score) => ({ ...score, className: readableName(score.className) }));
}
