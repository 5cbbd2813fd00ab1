import { useOutboxState, useSyncStatus } from "../../../client/use-sync.ts";
import { PHONE_ON_ITS_SIDE } from "../../../domain/breakpoints.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { CapNotice } from "../../../parts/cap-notice.tsx";
import { ServerErrorNotice } from "../../../parts/unsent-notices.tsx";
import { savableCount, serverErrorWait } from "../../../parts/unsent-work.ts";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import type { Review } from "../actions/review.ts";
import styles from "./review-notices.module.css";

interface ReviewNoticesProps {
  review: Pick<Review, "capped" | "failed" | "continuePastCap" | "leaveCapped">;
  storageError: boolean;
}

/** The step that the cap refused, a step that could not be stored, and a save that the server did not take. */
export function ReviewNotices({ review, storageError }: ReviewNoticesProps) {
  const status = useSyncStatus();
  const fails = serverErrorWait(status) !== null;
  const { unsaved } = useOutboxState();
  // The notice then stands between two buttons of one column.
  const brief = useMediaQuery(PHONE_ON_ITS_SIDE);
  return (
    <>
      {fails && (
        <div
          className={styles.serverError}
          data-notice-beside-save={savableCount(unsaved, status) > 0 || undefined}
        >
          <ServerErrorNotice brief={brief} />
        </div>
      )}
      {review.capped !== null && (
        <CapNotice
          step={review.capped.step}
          count={review.capped.count}
          decided={review.capped.decided}
          onContinue={review.continuePastCap}
          onLeave={review.leaveCapped}
        />
      )}
      {(review.failed || storageError) && <Notice tone="danger">{insightsMessages.storageError}</Notice>}
    </>
  );
}
