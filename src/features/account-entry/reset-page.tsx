import { useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "wouter";
import { ACCOUNT } from "../../messages/shell/account.ts";
import type { SessionStoreApi } from "../../state/session-store.ts";
import { PasswordField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { EmailField, SubmitButton } from "./entry-fields.tsx";
import styles from "./entry-form.module.css";
import { EntryFrame } from "./entry-frame.tsx";
import { resetCodeOf } from "./entry-rules.ts";
import { useEntryForm } from "./use-entry-form.ts";

const words = ACCOUNT.reset;

/** Requests the mailed link, or where opened by it, the new password. */
export function ResetPage({ session }: { session: SessionStoreApi }) {
  const hash = useSyncExternalStore(subscribeToHash, () => window.location.hash);
  const code = resetCodeOf(hash);
  return code === null ? (
    <RequestForm session={session} />
  ) : (
    <NewPasswordForm session={session} code={code} />
  );
}

function subscribeToHash(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

function RequestForm({ session }: { session: SessionStoreApi }) {
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState<string | null>(null);
  const { form, busy, errors, onSubmit } = useEntryForm(async () => {
    setSent(null);
    const answer = await session.getState().requestReset(email.trim());
    if ("errors" in answer) return answer.errors;
    setSent(answer.message);
    return null;
  });

  return (
    <EntryFrame title={words.title} tagline={words.tagline}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <EmailField label={words.email} value={email} onChange={setEmail} error={errors.email} />
        <SubmitButton busy={busy} disabled={email.trim() === ""}>
          {words.submit}
        </SubmitButton>
        {errors.general && <Notice tone="danger">{errors.general}</Notice>}
        {sent && <Notice tone="ok">{sent}</Notice>}
      </form>
      <BackToLogin />
    </EntryFrame>
  );
}

function NewPasswordForm({ session, code }: { session: SessionStoreApi; code: string }) {
  const [, navigate] = useLocation();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { form, busy, errors, onSubmit } = useEntryForm(async () => {
    const refusal = await session.getState().resetPassword({ email: email.trim(), password, code });
    if (refusal === null) navigate("/", { replace: true });
    return refusal;
  });

  return (
    <EntryFrame title={words.newTitle} tagline={words.newTagline}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <EmailField label={words.email} value={email} onChange={setEmail} error={errors.email} />
        <PasswordField
          label={words.newPassword}
          name="password"
          autoComplete="new-password"
          hint={ACCOUNT.signup.passwordHint}
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        <SubmitButton busy={busy} disabled={email.trim() === "" || password === ""}>
          {words.submit}
        </SubmitButton>
        {errors.general && <Notice tone="danger">{errors.general}</Notice>}
      </form>
      <BackToLogin />
    </EntryFrame>
  );
}

function BackToLogin() {
  return (
    <nav className={styles.links} aria-label={words.title}>
      <Link href="/login">{words.back}</Link>
    </nav>
  );
}
