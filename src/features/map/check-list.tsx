import { useState } from "react";
import { MAP_FILTER } from "../../messages/map/map.ts";
import styles from "./map-filter-panel.module.css";

export interface CheckChoice {
  value: string;
  label: string;
}

interface CheckListProps {
  label: string;
  choices: readonly CheckChoice[];
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

/** From so many choices on there is a field to find one in; so many are listed at once. */
const FIND_FROM = 9;
const LISTED = 60;

/** Boxes to tick behind a line that says how many are chosen. */
export function CheckList({ label, choices, chosen, onChange }: CheckListProps) {
  const [find, setFind] = useState("");
  const wanted = find.trim().toLowerCase();
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(wanted));
  // What an address names stays there to be unticked, though nothing here has it.
  const absent = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  const listed = [...absent.map((value) => ({ value, label: value })), ...found].slice(0, LISTED);
  return (
    <details className={styles.part} open={chosen.length > 0 || undefined}>
      <summary className={styles.summary}>
        {label}
        <span className={styles.chosen}>{chosen.length > 0 ? chosen.length : MAP_FILTER.any}</span>
      </summary>
      <fieldset className={styles.list}>
        <legend className="visually-hidden">{label}</legend>
        {choices.length >= FIND_FROM && (
          <input
            type="search"
            className={styles.find}
            aria-label={MAP_FILTER.findClass}
            placeholder={MAP_FILTER.findClass}
            value={find}
            onChange={({ target }) => setFind(target.value)}
          />
        )}
        {listed.length === 0 && <p className={styles.hint}>{MAP_FILTER.nothingHere}</p>}
        {listed.map(({ value, label: name }) => (
          <label key={value} className={styles.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
            />
            <span className={styles.choiceName}>{name}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
