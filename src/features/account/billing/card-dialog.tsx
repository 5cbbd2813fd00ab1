import CreditCard from "lucide-react/icons/credit-card";
import { useId, useRef } from "react";
import { BILLING } from "../../../messages/account/billing.ts";
import { CANCEL, TRY_AGAIN } from "../../../messages/words.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { LoadingNotice } from "../../../ui/feedback/loading-notice.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { useBackCloses } from "../../../ui/layout/use-back-closes.ts";
import styles from "./billing.module.css";
import type { CardUpdateControl } from "./card-update.ts";
import { useCardFrame } from "./use-card-frame.ts";

interface CardDialogProps {
  publishableKey: string;
  /** Whether there is a card that the new one replaces. */
  replaces: boolean;
  control: CardUpdateControl;
  onClose(): void;
}

/** A new card. The field is in the payment provider's own frame, which is loaded with this dialog. */
export function CardDialog({ publishableKey, replaces, control, onClose }: CardDialogProps) {
  useBackCloses(true, onClose);
  const place = useRef<HTMLDivElement>(null);
  const { state, problem, retry } = useCardFrame(publishableKey, place);
  const { update, run } = control;
  const labelId = useId();
  const busy = update.kind === "beginning";
  const save = async () => {
    if (state.kind === "ready" && (await run(() => state.frame.source()))) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={replaces ? BILLING.card.edit : BILLING.card.add}
      icon={<CreditCard size={20} aria-hidden="true" />}
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button variant="primary" busy={busy} disabled={state.kind !== "ready"} onClick={() => void save()}>
            {BILLING.form.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{BILLING.form.words}</p>
        {replaces && <p>{BILLING.form.replaces}</p>}
        {state.kind === "loading" && <LoadingNotice />}
        {state.kind === "failed" && (
          <Notice
            tone="danger"
            action={
              <Button variant="plain" onClick={retry}>
                {TRY_AGAIN}
              </Button>
            }
          >
            {BILLING.form.notLoaded}
          </Notice>
        )}
        {/* In the page while it loads, because the frame is made in it. */}
        <fieldset className={styles.field} aria-labelledby={labelId} hidden={state.kind === "failed"}>
          <span id={labelId} className={styles.label}>
            {BILLING.form.field}
          </span>
          <div ref={place} className={styles.frame} data-wrong={problem !== null || undefined} />
        </fieldset>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {update.kind === "failure" && <Notice tone="danger">{BILLING.card.failed(update.reason)}</Notice>}
      </div>
    </Dialog>
  );
}
