import { insightsMessages } from "../../../messages/insights/insights.ts";
import { CapNotice } from "../../../parts/cap-notice.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import type { Review } from "../actions/review.ts";

interface ReviewNoticesProps {
  review: Pick<Review, "capped" | "failed" | "continuePastCap" | "leaveCapped">;
  storageError: boolean;
}

/** The step that the cap refused, and a step that could not be stored. */
export function ReviewNotices({ review, storageError }: ReviewNoticesProps) {
  return (
    <>
      {review.capped !== null && (
        <CapNotice
          refused={review.capped.count}
          event={review.capped.event}
          onContinue={review.continuePastCap}
          onLeave={review.leaveCapped}
        />
      )}
      {(review.failed || storageError) && <Notice tone="danger">{insightsMessages.storageError}</Notice>}
    </>
  );
}
