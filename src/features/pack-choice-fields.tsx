import { useId } from "react";
import type { Area } from "../domain/area.ts";
import { MOST_GROUPS_KEPT, UNGROUPED } from "../domain/kept-on-device.ts";
import type { PackChoice } from "../domain/pack.ts";
import { KEPT } from "../messages/kept.ts";
import { PACKS } from "../messages/packs.ts";
import type { Group } from "../protocol/shapes.ts";
import { TextField } from "../ui/form-field.tsx";
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
  const name = useId();
  const ids = [...groups.map(({ group_id }) => String(group_id)), UNGROUPED];
  const chosen = choice.groups;
  const toggle = (id: string) =>
    onChoice({
      ...choice,
      groups: chosen?.includes(id) ? chosen.filter((one) => one !== id) : [...(chosen ?? []), id],
    });
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
      {groups.length > 0 && (
        <fieldset className={styles.options}>
          <legend className={styles.legend}>{KEPT.groups}</legend>
          {[true, false].map((all) => (
            <label key={String(all)} className={styles.option}>
              <input
                type="radio"
                name={`${name}-groups`}
                checked={(chosen === null) === all}
                onChange={() => onChoice({ ...choice, groups: all ? null : [] })}
              />
              <span>{all ? KEPT.allGroups : KEPT.someGroups}</span>
            </label>
          ))}
          {chosen !== null && (
            <div className={styles.groups}>
              {ids.map((id) => (
                <label key={id} className={styles.option}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    disabled={!chosen.includes(id) && chosen.length >= MOST_GROUPS_KEPT}
                    onChange={() => toggle(id)}
                  />
                  <span>
                    {KEPT.groupName(id, groups.find(({ group_id }) => String(group_id) === id)?.group_name)}
                  </span>
                </label>
              ))}
            </div>
          )}
          {chosen?.length === 0 && <p className={styles.hint}>{KEPT.chooseGroup}</p>}
        </fieldset>
      )}
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
