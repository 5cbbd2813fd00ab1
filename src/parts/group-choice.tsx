import { useId } from "react";
import { MOST_GROUPS_RETAINED, UNGROUPED } from "../domain/offline/retention.ts";
import { RETENTION } from "../messages/offline/retention.ts";
import type { Group } from "../protocol/shapes.ts";
import styles from "./choice-set.module.css";
import { ChoiceOption, ChoiceSet } from "./choice-set.tsx";

interface GroupChoiceProps {
  groups: readonly Group[];
  /** Group ids, `UNGROUPED` included; null is all. */
  chosen: readonly string[] | null;
  onChosen(chosen: readonly string[] | null): void;
  /** Starts with all marked, for choices that leave out a few. */
  beginsWithAll?: boolean;
  size?: (groupId: string) => string | null;
}

/** All groups, or as many as one call may name. Renders nothing where there are no groups. */
export function GroupChoice({ groups, chosen, onChosen, beginsWithAll, size }: GroupChoiceProps) {
  const name = useId();
  if (groups.length === 0) return null;
  const ids = [...groups.map(({ group_id }) => String(group_id)), UNGROUPED];
  const toggle = (id: string) =>
    onChosen(chosen?.includes(id) ? chosen.filter((one) => one !== id) : [...(chosen ?? []), id]);
  return (
    <ChoiceSet title={RETENTION.groups}>
      <ChoiceOption
        type="radio"
        name={name}
        checked={chosen === null}
        onChange={() => onChosen(null)}
        words={RETENTION.allGroups}
      />
      <ChoiceOption
        type="radio"
        name={name}
        checked={chosen !== null}
        onChange={() => onChosen(beginsWithAll ? ids.slice(0, MOST_GROUPS_RETAINED) : [])}
        words={RETENTION.someGroups}
      />
      {chosen !== null && (
        <div className={styles.groups}>
          {ids.map((id) => (
            <ChoiceOption
              key={id}
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= MOST_GROUPS_RETAINED}
              onChange={() => toggle(id)}
              words={RETENTION.groupName(
                id,
                groups.find(({ group_id }) => String(group_id) === id)?.group_name,
              )}
              size={size?.(id) ?? null}
            />
          ))}
        </div>
      )}
      {chosen?.length === 0 && <p className={styles.hint}>{RETENTION.chooseGroup}</p>}
    </ChoiceSet>
  );
}
