import { CircleCheckBig } from "lucide-react";
import type { OutboxState } from "../../../domain/outbox/projection.ts";
import { reviewModeMessages } from "../../../messages/insights/review-mode.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import styles from "./review-mode.module.css";

const { end: words } = reviewModeMessages;

interface ReviewEndProps {
  matched: number;
  mayAct: boolean;
  outbox: OutboxState;
  onSave(): void;
  onAgain(): void;
  onClose(): void;
}

/** Past the last image: what is done, what still waits, and what to do next. */
export function ReviewEnd({ matched, mayAct, outbox, onSave, onAgain, onClose }: ReviewEndProps) {
  const unsaved = outbox.unsaved.length;
  const state =
    unsaved > 0
      ? words.unsaved(unsaved)
      : outbox.unsentCount > 0
        ? words.waits
        : mayAct
          ? words.allSaved
          : "";
  return (
    <EmptyState
      icon={<CircleCheckBig size={30} aria-hidden="true" />}
      title={matched === 0 ? words.nothingTitle : words.title}
      action={
        <div className={styles.endActions}>
          {mayAct && unsaved > 0 && (
            <Button variant="unsent" onClick={onSave}>
              {words.save(unsaved)}
            </Button>
          )}
          <Button onClick={onClose}>{words.back}</Button>
          {matched > 0 && (
            <Button variant="plain" onClick={onAgain}>
              {words.again}
            </Button>
          )}
        </div>
      }
    >
      <p>{matched === 0 ? words.nothing : words.through(matched)}</p>
      {state !== "" && <p>{state}</p>}
    </EmptyState>
  );
}
