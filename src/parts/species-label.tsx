import { speciesMark } from "../domain/insight/species-colour.ts";
import styles from "./species-label.module.css";

/** A class as everywhere: its colour, its shape, its name. A long name is cut; the tooltip has it whole. */
export function SpeciesLabel({ className, strong = true }: { className: string; strong?: boolean }) {
  const { slot, shape } = speciesMark(className);
  return (
    <span className={styles.label} title={className}>
      <span
        className={styles.mark}
        data-shape={shape}
        style={{ color: slot === null ? "var(--sp-none)" : `var(--sp-${slot})` }}
        aria-hidden="true"
      />
      <span className={strong ? styles.name : styles.quietName}>{readableName(className)}</span>
    </span>
  );
}

/** The spec's own class for nothing is written small on the wire; on screen every name begins as a name does. */
export function readableName(className: string): string {
  const [first = "", ...rest] = className;
  return first.toLocaleUpperCase("en") + rest.join("");
}
