import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { useOutboxState } from "../client/use-sync.ts";
import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import { type CapStep, insightsMessages } from "../messages/insights/insights.ts";
import { Button } from "../ui/controls/button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import styles from "./cap-notice.module.css";

const { cap } = insightsMessages;

interface CapNoticeProps {
  step: CapStep;
  /** Insights of the step that wait for the answer. */
  count: number;
  /** Insights of the step that were decided since it was refused. */
  decided?: number;
  onContinue(): void;
  onLeave(): void;
  /** The notice goes, and one of its buttons had the focus from a key. */
  onFocusLost?(): void;
}

/** The literal message of the cap; the refused step waits for the person's answer. */
export function CapNotice({ step, count, decided = 0, onContinue, onLeave, onFocusLost }: CapNoticeProps) {
  const isListed = useOutboxState().unsaved.length > 0;
  const buttons = useRef<HTMLDivElement>(null);
  const passFocus = useEffectEvent(() => {
    // A pointer needs no focus, and to give it to a row could scroll the list.
    if (buttons.current?.querySelector(":focus-visible")) onFocusLost?.();
  });
  useLayoutEffect(() => () => passFocus(), []);
  return (
    <Notice tone="unsent">
      {(step === "undo" || step === "redo") && <p>{cap.steps[step](count)}</p>}
      <p>{cap.literal}</p>
      <p>
        {cap.waits(step, count)} {cap.next(count > BULK_UPDATE_CAP, isListed)}
        {decided > 0 && ` ${cap.decided(decided)}`}
      </p>
      <div ref={buttons} className={styles.buttons}>
        <Button onClick={onContinue}>{cap.goOn[step](count)}</Button>
        <Button variant="plain" onClick={onLeave}>
          {cap.leave}
        </Button>
      </div>
    </Notice>
  );
}
