import type { ReviewAction } from "../../../domain/insight/insight.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { actionIcon } from "../../../parts/action-icon.tsx";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { classNames } from "../../../ui/class-names.ts";
import { readableName } from "../facts/species-label.tsx";
import styles from "./row-actions.module.css";

const ACKNOWLEDGE_FIRST = ["acknowledge", "archive", "favorite"] as const;
/** Under a thumb Acknowledge is in the middle. */
const FOR_THUMB = ["archive", "acknowledge", "favorite"] as const;

interface RowActionsProps {
  row: InsightRow;
  layout: "icons" | "words";
  /** The order for a thumb, which is that of cards; else Acknowledge is first. */
  forThumb?: boolean;
  /** False for a read-only account; `reasonId` is the id of the explanation. */
  mayAct: boolean;
  reasonId: string;
  onAct(row: InsightRow, action: ReviewAction): void;
}

/** The three actions on a row; pressing the active one clears the status. */
export function RowActions({
  row,
  layout,
  forThumb = layout === "words",
  mayAct,
  reasonId,
  onAct,
}: RowActionsProps) {
  const name = readableName(row.className);
  return (
    <span className={styles[layout]}>
      {(forThumb ? FOR_THUMB : ACKNOWLEDGE_FIRST).map((action) => {
        const active = row.status === action;
        const isNamedSet = active && layout === "words";
        const label = insightsMessages.table[isNamedSet ? "set" : "act"](action, name);
        return (
          <button
            key={action}
            type="button"
            className={classNames(styles.action, active && (row.unsent ? styles.unsent : styles.active))}
            aria-pressed={active}
            aria-label={label}
            title={mayAct ? (active ? insightsMessages.table.clear(action, name) : label) : undefined}
            aria-describedby={mayAct ? undefined : reasonId}
            disabled={!mayAct}
            data-action={action}
            onClick={() => onAct(row, action)}
          >
            {actionIcon(action)}
            {layout === "words" && (
              <span>{insightsMessages[active ? "statusNames" : "actionNames"][action]}</span>
            )}
          </button>
        );
      })}
    </span>
  );
}
