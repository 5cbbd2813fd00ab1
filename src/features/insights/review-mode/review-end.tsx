import CircleCheckBig from "lucide-react/icons/circle-check-big";
import { useSyncStatus } from "../../../client/use-sync.ts";
import type { OutboxState } from "../../../domain/outbox/projection.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { reviewModeMessages } from "../../../messages/insights/review-mode.ts";
import { isSentByItself, savableCount } from "../../../parts/unsent-work.ts";
import type { InsightQuery } from "../../../query/insight-engine.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { listName } from "../list/rows/insight-selection.ts";
import { NOT_REVIEWED, useNotReviewed } from "../list/rows/use-not-reviewed.ts";
import styles from "./review-mode.module.css";

const { end: words } = reviewModeMessages;
const { empty } = insightsMessages;

interface ReviewEndProps {
  matched: number;
  mayAct: boolean;
  outbox: OutboxState;
  query: InsightQuery;
  /** Rows that the list had, where the person has worked through all of them; else null. */
  done: number | null;
  onSave(): void;
  onAgain(): void;
  onNext(): void;
  onClose(): void;
}

/** Past the last image: what is done, what still waits, and what to do next. */
export function ReviewEnd(props: ReviewEndProps) {
  const { matched, mayAct, outbox, query, done } = props;
  const toSave = savableCount(outbox.unsaved, useSyncStatus());
  const left = useNotReviewed(query);
  const isNext =
    left !== null && left > 0 && listName(query) !== listName({ ...query, filter: NOT_REVIEWED });
  const waitsForSave = toSave > 0 && !isSentByItself(outbox.unsaved);
  const state = waitsForSave
    ? words.unsaved(toSave)
    : outbox.unsentCount > 0
      ? words.waits
      : mayAct
        ? words.allSaved
        : "";
  return (
    <EmptyState
      icon={<CircleCheckBig size={30} aria-hidden="true" />}
      title={done !== null ? empty.allDone(done) : matched === 0 ? words.nothingTitle : words.title}
      action={
        <div className={styles.endActions}>
          {mayAct && toSave > 0 && (
            <Button variant="unsent" onClick={props.onSave}>
              {words.save(toSave)}
            </Button>
          )}
          {isNext && (
            <Button variant={toSave > 0 ? "outlined" : "primary"} onClick={props.onNext}>
              {empty.next(left)}
            </Button>
          )}
          <Button onClick={props.onClose}>{words.back}</Button>
          {matched > 0 && (
            <Button variant="plain" onClick={props.onAgain}>
              {words.again}
            </Button>
          )}
        </div>
      }
    >
      {done === null && <p>{matched === 0 ? words.nothing : words.through(matched)}</p>}
      {left === 0 && <p>{empty.nothingNext}</p>}
      {state !== "" && <p>{state}</p>}
    </EmptyState>
  );
}
