import EyeOff from "lucide-react/icons/eye-off";
import Lock from "lucide-react/icons/lock";
import Send from "lucide-react/icons/send";
import Trash2 from "lucide-react/icons/trash";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { useOutboxState, useSyncStatus } from "../../client/use-sync.ts";
import { LOGOUT } from "../../messages/shell/dialogs.ts";
import { CANCEL } from "../../messages/words.ts";
import { ExportUnsent } from "../../parts/unsent-file.tsx";
import type { ReviewOutbox } from "../../sync/outbox/review-outbox.ts";
import { classNames } from "../../ui/class-names.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./logout-dialog.module.css";

const STUCK_AFTER_MS = 15_000;

interface LogoutDialogProps {
  open: boolean;
  onClose(): void;
  onLogout(unsent: "keep" | "discard"): void;
}

/** Logout with unsent work: the person decides about it. */
export function LogoutDialog(props: LogoutDialogProps) {
  return props.open ? <OpenLogoutDialog {...props} /> : null;
}

function OpenLogoutDialog({ onClose, onLogout }: LogoutDialogProps) {
  const { outbox } = useServices();
  const { unsentCount } = useOutboxState();
  const { phase } = useSyncStatus();
  const [step, setStep] = useState<"choose" | "sending" | "discarding">("choose");
  const sentence = useRef<HTMLParagraphElement>(null);
  const stuck = useStuck(step === "sending", unsentCount);

  useEffect(() => {
    if (step === "sending" && unsentCount === 0) onLogout("keep");
  }, [step, unsentCount, onLogout]);

  // The pressed button is removed, so the dialog gets the focus.
  useEffect(() => {
    if (step !== "choose") sentence.current?.focus();
  }, [step]);

  const send = () => {
    setStep("sending");
    void saveAll(outbox);
  };

  return (
    <Dialog open onClose={onClose} title={LOGOUT.title} footer={<Button onClick={onClose}>{CANCEL}</Button>}>
      <p ref={sentence} tabIndex={-1} className={styles.words}>
        {LOGOUT.words(unsentCount)}
      </p>
      {step === "sending" && <Notice tone="unsent">{LOGOUT.sending(unsentCount)}</Notice>}
      {stuck && <p className={styles.words}>{LOGOUT.stuck}</p>}
      <div className={styles.choices}>
        {step === "choose" && (
          <Choice
            icon={phase === "online" ? <Send size={20} /> : <Lock size={20} />}
            label={LOGOUT.send}
            hint={phase === "online" ? LOGOUT.sendHint : LOGOUT.sendOffline}
            disabled={phase !== "online"}
            onChoose={send}
          />
        )}
        <Choice
          icon={<EyeOff size={20} />}
          label={LOGOUT.keep}
          hint={LOGOUT.keepHint}
          onChoose={() => onLogout("keep")}
        />
        {step === "choose" && (
          <div className={styles.export}>
            <p className={styles.hint}>{LOGOUT.exportHint}</p>
            <ExportUnsent />
          </div>
        )}
        {step !== "discarding" && (
          <Choice
            icon={<Trash2 size={20} />}
            label={LOGOUT.discard}
            hint={LOGOUT.discardHint}
            danger
            onChoose={() => setStep("discarding")}
          />
        )}
      </div>
      {step === "discarding" && (
        <div className={styles.sure}>
          <strong>{LOGOUT.discardSure}</strong>
          <Button variant="danger" onClick={() => onLogout("discard")}>
            {LOGOUT.discardConfirm(unsentCount)}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Choice({ icon, label, hint, danger = false, disabled = false, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classNames(styles.choice, danger && styles.danger)}
      disabled={disabled}
      onClick={onChoose}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span>
        <strong>{label}</strong>
        <span className={styles.hint}>{hint}</span>
      </span>
    </button>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  label: string;
  hint: string;
  danger?: boolean;
  disabled?: boolean;
  onChoose(): void;
}

/** One Save seals at most a thousand, but a blocked list can hold more. */
async function saveAll(outbox: ReviewOutbox): Promise<void> {
  for (let left = outbox.getState().unsaved.length; left > 0; ) {
    await outbox.save();
    const now = outbox.getState().unsaved.length;
    if (now >= left) return;
    left = now;
  }
}

function useStuck(active: boolean, progress: number): boolean {
  const [stuckAt, setStuckAt] = useState<number | null>(null);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setStuckAt(progress), STUCK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [active, progress]);
  return active && stuckAt === progress;
}
