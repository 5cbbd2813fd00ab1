import { useOutboxState } from "../../../client/use-sync.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import type { InsightQuery } from "../../../query/insight-engine.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import type { ReviewCursor, ReviewCursorState } from "./cursor/review-cursor.ts";
import { ReviewEnd } from "./review-end.tsx";

interface ReviewPlaceholderProps {
  state: ReviewCursorState | null;
  cursor: ReviewCursor | null;
  mayAct: boolean;
  query: InsightQuery;
  /** Rows that the list had, where the person has worked through all of them; else null. */
  done: number | null;
  onSave(): void;
  onNext(): void;
  onClose(): void;
}

/** In the photo's place where there is none: on its way, not readable, or past the end of the set. */
export function ReviewPlaceholder({ state, cursor, ...ends }: ReviewPlaceholderProps) {
  const outbox = useOutboxState();
  if (state === null || state.phase === "loading") return <Spinner />;
  if (state.phase === "failed") {
    return (
      <Notice tone="danger" action={<Button onClick={() => cursor?.retry()}>{words.retry}</Button>}>
        {words.failed}
      </Notice>
    );
  }
  return <ReviewEnd {...ends} matched={state.matched} outbox={outbox} onAgain={() => cursor?.goTo(0)} />;
}
