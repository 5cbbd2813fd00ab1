import { useId, useState } from "react";
import { countText } from "../../domain/insight/insight-text.ts";
import { insightListMessages } from "../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../messages/insights/insights.ts";
import styles from "./filter-bar.module.css";

export interface Choice {
  value: string;
  label: string;
  count?: number;
}

const LISTED = 60;
/** From this many choices on there is a search field. */
const FIND_FROM = 9;

const { filters } = insightsMessages;

interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
  hint: string | null;
  /** So many are shown until somebody asks for all; the usual number where left out. */
  few?: number | undefined;
}

/** Boxes to tick, the chosen ones first, with a field to find one where there are many. */
export function ChoiceList({ label, choices, chosen, onChange, hint, few }: ChoiceListProps) {
  const [find, setFind] = useState("");
  const findId = useId();
  // Choices that were ticked when the list opened stay on top, so that no row moves while the person ticks.
  const [first] = useState(() => new Set(chosen));
  const wanted = find.trim().toLowerCase();
  // A value from the address is listed even where no insight here has it, so that it can be unticked.
  const unknown = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  const all: readonly Choice[] = [...unknown.map((value) => ({ value, label: value })), ...choices];
  const found = all.filter((choice) => choice.label.toLowerCase().includes(wanted));
  const ordered = [
    ...found.filter(({ value }) => first.has(value)),
    ...found.filter(({ value }) => !first.has(value)),
  ];
  const [whole, setWhole] = useState(false);
  const isShort = few !== undefined && !whole && wanted === "" && ordered.length > few + 1;
  const listed = isShort ? few : LISTED;
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);

  return (
    <fieldset className={styles.choices} tabIndex={-1}>
      <legend className={styles.legend}>{label}</legend>
      {choices.length >= FIND_FROM && (
        <input
          id={findId}
          type="search"
          className={styles.input}
          aria-label={filters.find(label)}
          placeholder={filters.find(label)}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
      )}
      {hint !== null && <p className={styles.hint}>{hint}</p>}
      {all.length === 0 && <p className={styles.hint}>{filters.nothingToChoose}</p>}
      {all.length > 0 && found.length === 0 && <p className={styles.hint}>{filters.nothingFound}</p>}
      {ordered.slice(0, listed).map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="checkbox"
            className={styles.box}
            checked={chosen.includes(choice.value)}
            onChange={() => toggle(choice.value)}
          />
          <span className={styles.choiceName} title={choice.label}>
            {choice.label}
          </span>
          {choice.count !== undefined && (
            <span className={styles.choiceCount}>{countText(choice.count)}</span>
          )}
        </label>
      ))}
      {isShort && (
        <button type="button" className={styles.all} onClick={() => setWhole(true)}>
          {insightListMessages.allChoices(ordered.length)}
        </button>
      )}
      {!isShort && found.length > LISTED && (
        <p className={styles.hint}>{filters.moreThan(found.length - LISTED)}</p>
      )}
    </fieldset>
  );
}
