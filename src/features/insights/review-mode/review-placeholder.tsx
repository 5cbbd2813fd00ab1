import { useOutboxState } from "../../../client/use-sync.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import type { ReviewCursor, ReviewCursorState } from "./cursor/review-cursor.ts";
import { ReviewEnd } from "./review-end.tsx";

interface ReviewPlaceholderProps {
  state: ReviewCursorState | null;
  cursor: ReviewCursor | null;
  mayAct: boolean;
  onSave(): void;
  onClose(): void;
}

/** In the photo's place where there is none: on its way, not readable, or past the end of the set. */
export function ReviewPlaceholder({ state, cursor, mayAct, onSave, onClose }: ReviewPlaceholderProps) {
  const outbox = useOutboxState();
  if (state === null || state.phase === "loading") return <Spinner />;
  if (state.phase === "failed") {
    return (
      <Notice tone="danger" action={<Button onClick={() => cursor?.retry()}>{words.retry}</Button>}>
        {words.failed}
      </Notice>
    );
  }
  return (
    <ReviewEnd
      matched={state.matched}
      mayAct={mayAct}
      outbox={outbox}
      onSave={onSave}
      onAgain={() => cursor?.goTo(0)}
      onClose={onClose}
    />
  );
}
