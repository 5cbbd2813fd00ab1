import { useState } from "react";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import { ChoiceList } from "../../../parts/insight-filter/choice-list.tsx";
import { readableName } from "../../../parts/species-label.tsx";
import styles from "./integrations.module.css";

interface ClassPickerProps {
  label: string;
  classNames: readonly string[];
  chosen: readonly string[];
  error: string | undefined;
  onChosen(chosen: readonly string[]): void;
}

/** A list of classes to tick, folded where some are chosen already. */
export function ClassPicker({ label, classNames, chosen, error, onChosen }: ClassPickerProps) {
  const [begunOpen] = useState(chosen.length === 0);
  return (
    <details className={styles.picker} open={begunOpen || error !== undefined || undefined}>
      <summary className={styles.pickerHead}>
        <span>{label}</span>
        <span className={styles.quiet}>{INTEGRATIONS.classesChosen(chosen.length)}</span>
      </summary>
      <ChoiceList
        label={label}
        choices={classNames.map((name) => ({ value: name, label: readableName(name) }))}
        chosen={chosen}
        onChange={onChosen}
        hint={INTEGRATIONS.classesHint}
      />
      {error !== undefined && (
        <p className={styles.wrong} role="alert">
          {error}
        </p>
      )}
    </details>
  );
}
