import type { ReviewAction } from "../../domain/insight.ts";
import { insightsMessages } from "../../messages/insights.ts";
import { classNames } from "../../ui/class-names.ts";
import { Kbd } from "../../ui/kbd.tsx";
import styles from "./selection-bar.module.css";
import { actionIcon } from "./status-tag.tsx";

const { selection: words, actionNames } = insightsMessages;
const ACTIONS = [
  ["acknowledge", "A"],
  ["archive", "X"],
  ["favorite", "F"],
] as const satisfies readonly (readonly [ReviewAction, string])[];

interface SelectionBarProps {
  count: number;
  /** How many insights are in the rows, where that is another number and known. */
  insights: number | null;
  /** How many match in all, and how many of them were taken out; null where not all that match were chosen. */
  matched: number;
  without: number | null;
  /** This device holds a part of all. */
  partly: boolean;
  /** More is on its way. */
  reading: boolean;
  /** How many match in all, where they can be chosen at once. */
  everything: number | null;
  onEverything(): void;
  mayAct: boolean;
  reasonId: string;
  onAct(action: ReviewAction): void;
  onClear(): void;
}

/** What can be done with the chosen rows; it rests on the bottom edge of the content. */
export function SelectionBar({
  count,
  insights,
  matched,
  without,
  partly,
  reading,
  everything,
  onEverything,
  mayAct,
  reasonId,
  onAct,
  onClear,
}: SelectionBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.bar} data-foot="high">
      <span className={styles.count} role="status">
        <span>
          {reading
            ? words.reading
            : without === null || without === 0
              ? words.selected(count, insights)
              : words.allBut(matched, without)}
        </span>
        {!reading && without === 0 && <span className={styles.rule}>{words.allOf(partly)}</span>}
      </span>
      {everything !== null && (
        <button type="button" className={classNames(styles.clear, styles.everything)} onClick={onEverything}>
          {words.everything(everything)}
        </button>
      )}
      {ACTIONS.map(([action, key]) => (
        <button
          key={action}
          type="button"
          data-action={action}
          className={styles.action}
          disabled={!mayAct}
          aria-describedby={mayAct ? undefined : reasonId}
          onClick={() => onAct(action)}
        >
          {actionIcon(action)}
          <span className={styles.words}>{actionNames[action]}</span>
          <span className={styles.key} aria-hidden="true">
            <Kbd>{key}</Kbd>
          </span>
        </button>
      ))}
      <button type="button" className={styles.clear} onClick={onClear}>
        {words.clear}
        <span className={styles.key} aria-hidden="true">
          <Kbd>Esc</Kbd>
        </span>
      </button>
    </div>
  );
}
