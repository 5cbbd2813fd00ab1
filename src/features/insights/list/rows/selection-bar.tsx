import type { ReviewAction } from "../../../../domain/insight/insight.ts";
import { insightListMessages } from "../../../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import { actionIcon } from "../../../../parts/action-icon.tsx";
import { classNames } from "../../../../ui/class-names.ts";
import { Kbd } from "../../../../ui/controls/kbd.tsx";
import type { InsightSelection } from "./insight-selection.ts";
import styles from "./selection-bar.module.css";

const { selection: words, actionNames } = insightsMessages;
const { selection: counted } = insightListMessages;
const ACTIONS = [
  ["acknowledge", "A"],
  ["archive", "X"],
  ["favorite", "F"],
] as const satisfies readonly (readonly [ReviewAction, string])[];

interface SelectionBarProps {
  selection: InsightSelection;
  /** This device holds a part of all. */
  partly: boolean;
  mayAct: boolean;
  reasonId: string;
  onAct(action: ReviewAction): void;
  onEverything(): void;
  onClear(): void;
}

/** The actions on the chosen rows; it rests on the bottom edge of the content. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, partly, mayAct, reasonId, onAct } = props;
  const { count, insights, elsewhere, without, offered } = selection;
  const reading = selection.range === "reading";
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.bar} data-foot="high">
      <span className={styles.count} role="status">
        <span>{reading ? words.reading : counted.selected(count, insights)}</span>
        {!reading && elsewhere > 0 && <span className={styles.rule}>{counted.elsewhere(elsewhere)}</span>}
        {!reading && without !== null && (
          <span className={styles.rule}>{counted.allOf(partly, without)}</span>
        )}
      </span>
      {offered !== null && (
        <button
          type="button"
          className={classNames(styles.clear, styles.everything)}
          onClick={props.onEverything}
        >
          {words.everything(offered)}
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
      <button type="button" className={styles.clear} onClick={props.onClear}>
        {words.clear}
        <span className={styles.key} aria-hidden="true">
          <Kbd>Esc</Kbd>
        </span>
      </button>
    </div>
  );
}
