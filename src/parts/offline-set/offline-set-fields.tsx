import type { Area } from "../../domain/insight/area.ts";
import type { OfflineSetChoice } from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import { RETENTION } from "../../messages/offline/retention.ts";
import type { Group } from "../../protocol/shapes.ts";
import { TextField } from "../../ui/controls/form-field.tsx";
import { GroupChoice } from "../group-choice.tsx";
import styles from "./offline-set-dialog.module.css";

const DAYS = [1, 7, 30, 90, 365, null] as const;
const BOUNDS = ["north", "west", "east", "south"] as const;

interface OfflineSetFieldsProps {
  choice: OfflineSetChoice;
  onChoice(choice: OfflineSetChoice): void;
  groups: readonly Group[];
  bounds: Record<keyof Area, string>;
  onBounds(bounds: Record<keyof Area, string>): void;
  boundsWrong: boolean;
}

/** Days, groups and an area. */
export function OfflineSetFields(props: OfflineSetFieldsProps) {
  const { choice, onChoice, groups, bounds, onBounds } = props;
  return (
    <>
      <label className={styles.field}>
        <span className={styles.legend}>{OFFLINE_SETS.days}</span>
        <select
          className={styles.select}
          value={String(choice.days)}
          onChange={({ target }) =>
            onChoice({ ...choice, days: target.value === "null" ? null : Number(target.value) })
          }
        >
          {DAYS.map((days) => (
            <option key={days} value={String(days)}>
              {RETENTION.days(days)}
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
        <summary>{OFFLINE_SETS.area}</summary>
        <p className={styles.hint}>{OFFLINE_SETS.areaWords}</p>
        <div className={styles.bounds}>
          {BOUNDS.map((bound) => (
            <TextField
              key={bound}
              label={OFFLINE_SETS.bounds[bound]}
              name={`offline-set-${bound}`}
              inputMode="decimal"
              autoComplete="off"
              value={bounds[bound]}
              onChange={(text) => onBounds({ ...bounds, [bound]: text })}
            />
          ))}
        </div>
        {props.boundsWrong && (
          <p className={styles.wrong} role="status">
            {OFFLINE_SETS.areaWrong}
          </p>
        )}
      </details>
    </>
  );
}
