import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import ArrowUp from "lucide-react/icons/arrow-up";
import CircleCheckBig from "lucide-react/icons/circle-check-big";
import type { ReactNode } from "react";
import type { ReviewAction } from "../../../domain/insight/insight.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { actionIcon } from "../../../parts/action-icon.tsx";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { Kbd } from "../../../ui/controls/kbd.tsx";
import styles from "./review-actions.module.css";
import { type DecisionSwipe, LEAVES } from "./stage/swipe-actions.ts";

const KEY: Readonly<Record<ReviewAction, string>> = { archive: "X", acknowledge: "A", favorite: "F" };
const ARROW: Readonly<Record<DecisionSwipe, ReactNode>> = {
  left: <ArrowLeft size={14} aria-hidden="true" />,
  right: <ArrowRight size={14} aria-hidden="true" />,
  up: <ArrowUp size={14} aria-hidden="true" />,
};

interface ReviewActionsProps {
  row: InsightRow | null;
  mayAct: boolean;
  reasonId: string;
  onAct(action: ReviewAction): void;
}

export function ReviewActions({ row, mayAct, reasonId, onAct }: ReviewActionsProps) {
  return (
    <div className={styles.actions}>
      {(["archive", "acknowledge", "favorite"] as const).map((action) => {
        const active = row?.status === action;
        return (
          <button
            key={action}
            type="button"
            className={styles.action}
            data-action={action}
            data-unsent={(active && row.unsent) || undefined}
            aria-pressed={active}
            aria-keyshortcuts={KEY[action]}
            title={words.act(action, active)}
            aria-describedby={mayAct ? undefined : reasonId}
            disabled={!mayAct || row === null}
            onClick={() => onAct(action)}
          >
            {actionIcon(action, 20)}
            <span className={styles.name}>
              {insightsMessages[active ? "statusNames" : "actionNames"][action]}
            </span>
            <span className={styles.arrow}>{ARROW[LEAVES[action]]}</span>
            {active && (
              <span className={styles.set} aria-hidden="true">
                <CircleCheckBig size={13} className={styles.tick} />
                {row.unsent && insightsMessages.unsentTag}
              </span>
            )}
            <span className={styles.key} aria-hidden="true">
              <Kbd>{KEY[action]}</Kbd>
            </span>
          </button>
        );
      })}
    </div>
  );
}
