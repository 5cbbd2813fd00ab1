import { useState } from "react";
import { RELEASES } from "../../../messages/admin/releases.ts";
import { Fold } from "./fold.tsx";
import type { ClassChoice } from "./release-draft.ts";
import styles from "./releases.module.css";

/** A shorter list is looked over without a search. */
const SEARCH_FROM = 13;

interface ClassChoiceFieldProps {
  label: string;
  choices: readonly ClassChoice[];
  chosen: ReadonlySet<number>;
  onChosen(chosen: ReadonlySet<number>): void;
  error: string | undefined;
}

/** Any number of a model's classes; folded, it names those that are chosen. */
export function ClassChoiceField({ label, choices, chosen, onChosen, error }: ClassChoiceFieldProps) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(wanted));
  const names = choices.filter(({ id }) => chosen.has(id)).map((choice) => choice.label);
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return (
    <Fold
      className={styles.classes}
      forced={error !== undefined}
      summary={
        <>
          <span className={styles.classesLabel}>{label}</span>
          <span className={styles.chosen}>{names.length === 0 ? RELEASES.none : names.join(", ")}</span>
        </>
      }
    >
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{label}</legend>
        {choices.length >= SEARCH_FROM && (
          <input
            type="search"
            className={styles.findClass}
            aria-label={`${RELEASES.findClass}, ${label}`}
            placeholder={RELEASES.findClass}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <div className={styles.boxes}>
          {found.map(({ id, label: name }) => (
            <label key={id} className={styles.choice}>
              <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
              {name}
            </label>
          ))}
          {found.length === 0 && <p className={styles.quiet}>{RELEASES.noClassFound}</p>}
        </div>
      </fieldset>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </Fold>
  );
}
