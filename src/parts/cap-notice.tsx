import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import { insightsMessages } from "../messages/insights/insights.ts";
import { Button } from "../ui/controls/button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import styles from "./cap-notice.module.css";

const { cap } = insightsMessages;

interface CapNoticeProps {
  refused: number;
  /** Absent for a new step. */
  event?: "undo" | "redo" | undefined;
  onContinue(): void;
  onLeave(): void;
}

/** The literal message of the cap; the refused step waits for the person's answer. */
export function CapNotice({ refused, event, onContinue, onLeave }: CapNoticeProps) {
  return (
    <Notice tone="unsent">
      {event !== undefined && <p>{cap.steps[event](refused)}</p>}
      <p>{cap.literal}</p>
      <p>{refused > BULK_UPDATE_CAP ? cap.more(refused) : cap.moreWaits(refused)}</p>
      <div className={styles.buttons}>
        <Button onClick={onContinue}>{cap.saveAndContinue}</Button>
        <Button variant="plain" onClick={onLeave}>
          {cap.leave}
        </Button>
      </div>
    </Notice>
  );
}
