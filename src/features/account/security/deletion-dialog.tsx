import { type FormEvent, useId, useState } from "react";
import { useServices } from "../../../client/services.tsx";
import { useOutboxState } from "../../../client/use-sync.ts";
import { deletionDay } from "../../../domain/account/deletion-day.ts";
import { accountKey } from "../../../domain/validation.ts";
import { DELETION } from "../../../messages/account/security.ts";
import { CANCEL } from "../../../messages/words.ts";
import { useSession } from "../../../parts/account/session-context.tsx";
import { useOnlineOnly } from "../../../parts/use-online-only.tsx";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { PasswordField, TextField } from "../../../ui/controls/form-field.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { useBackCloses } from "../../../ui/layout/use-back-closes.ts";
import { askDeletion } from "./account-calls.ts";
import styles from "./security.module.css";

/** Says what is lost, and asks for the username and the password before an account is marked for deletion. */
export function DeletionDialog({ username, onClose }: { username: string; onClose(): void }) {
  const { http } = useServices();
  const session = useSession();
  const { unsentCount } = useOutboxState();
  const online = useOnlineOnly(DELETION.writing);
  useBackCloses(true, onClose);
  const formId = useId();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const confirmed = accountKey(typed) === accountKey(username) && password !== "";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!confirmed || busy || !online.may) return;
    setBusy(true);
    setErrors({});
    const outcome = await askDeletion(http, password);
    if (outcome.kind === "answer") {
      await session.getState().verify();
      const { session: now } = session.getState();
      const at = now.phase === "signedIn" ? now.user.deletionAt : null;
      if (at !== null) showToast({ message: DELETION.asked(deletionDay(at)) });
      return onClose();
    }
    setBusy(false);
    if (outcome.kind === "refusal" && outcome.status === 401) return void session.getState().verify();
    const refused = outcome.kind === "refusal" ? outcome.refusal.errors : {};
    setErrors(refused.password === undefined ? { general: refused.general ?? DELETION.failed } : refused);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={DELETION.dialog}
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            busy={busy}
            {...online.button}
            disabled={!confirmed || !online.may}
          >
            {DELETION.submit}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.dialog} onSubmit={submit} noValidate>
        <p>{DELETION.words}</p>
        <div className={styles.lost}>
          <p>{DELETION.lost}</p>
          <ul>
            {DELETION.losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
          <p>{DELETION.stays}</p>
        </div>
        {unsentCount > 0 && <Notice tone="unsent">{DELETION.unsent(unsentCount)}</Notice>}
        <TextField
          label={DELETION.confirm(username)}
          name="confirm"
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          onChange={setTyped}
        />
        <PasswordField
          label={DELETION.password}
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password}
          onChange={setPassword}
        />
        {errors.password === undefined && errors.general !== undefined && (
          <Notice tone="danger">{errors.general}</Notice>
        )}
        {online.reason}
      </form>
    </Dialog>
  );
}
