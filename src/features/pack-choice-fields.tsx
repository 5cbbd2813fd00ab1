import type { Area } from "../domain/area.ts";
import type { PackChoice } from "../domain/pack.ts";
import { KEPT } from "../messages/kept.ts";
import { PACKS } from "../messages/packs.ts";
import type { Group } from "../protocol/shapes.ts";
import { TextField } from "../ui/form-field.tsx";
import { GroupChoice } from "./group-choice.tsx";
import styles from "./pack-dialog.module.css";

const DAYS = [1, 7, 30, 90, 365, null] as const;
const BOUNDS = ["north", "west", "east", "south"] as const;

interface PackChoiceFieldsProps {
  choice: PackChoice;
  onChoice(choice: PackChoice): void;
  groups: readonly Group[];
  bounds: Record<keyof Area, string>;
  onBounds(bounds: Record<keyof Area, string>): void;
  boundsWrong: boolean;
}

/** Days, groups and an area. */
export function PackChoiceFields(props: PackChoiceFieldsProps) {
  const { choice, onChoice, groups, bounds, onBounds } = props;
  return (
    <>
      <label className={styles.field}>
        <span className={styles.legend}>{PACKS.days}</span>
        <select
          className={styles.select}
          value={String(choice.days)}
          onChange={({ target }) =>
            onChoice({ ...choice, days: target.value === "null" ? null : Number(target.value) })
          }
        >
          {DAYS.map((days) => (
            <option key={days} value={String(days)}>
              {KEPT.days(days)}
            </option>
          ))}
        </select>
      </label>
      <GroupChoice
        groups={groups}
        chosen={choice.groups}
        onChosen={(chosen) => onChoice({ ...choice, groups: chosen })}
      />
      <details className={styles.area}>
        <summary>{PACKS.area}</summary>
        <p className={styles.hint}>{PACKS.areaWords}</p>
        <div className={styles.bounds}>
          {BOUNDS.map((bound) => (
            <TextField
              key={bound}
              label={PACKS.bounds[bound]}
              name={`pack-${bound}`}
              inputMode="decimal"
              autoComplete="off"
              value={bounds[bound]}
              onChange={(text) => onBounds({ ...bounds, [bound]: text })}
            />
          ))}
        </div>
        {props.boundsWrong && (
          <p className={styles.wrong} role="status">
            {PACKS.areaWrong}
          </p>
        )}
      </details>
    </>
  );
}
