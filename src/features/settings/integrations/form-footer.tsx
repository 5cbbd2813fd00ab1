import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { LeaveQuestion } from "../../../ui/layout/leave-question.tsx";

interface FormFooterProps {
  formId: string;
  /** The form was to be closed with changes that are not saved. */
  asking: boolean;
  busy: boolean;
  online: OnlineOnly;
  onStay(): void;
  onDiscard(): void;
}

/** Save, or the question whether to drop what is typed. */
export function FormFooter({ formId, asking, busy, online, onStay, onDiscard }: FormFooterProps) {
  if (asking) {
    return <LeaveQuestion words={INTEGRATIONS} onDiscard={onDiscard} onStay={onStay} />;
  }
  return (
    <Button type="submit" form={formId} variant="primary" busy={busy} {...online.button}>
      {INTEGRATIONS.save}
    </Button>
  );
}
