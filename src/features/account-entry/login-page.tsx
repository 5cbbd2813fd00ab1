import Lock from "lucide-react/icons/lock";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { deletionDay } from "../../domain/account/deletion-day.ts";
import { ACCOUNT } from "../../messages/shell/account.ts";
import type { User } from "../../protocol/shapes.ts";
import type { SessionStoreApi } from "../../state/session-store.ts";
import { PasswordField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { EmailField, SubmitButton } from "./entry-fields.tsx";
import styles from "./entry-form.module.css";
import { EntryFrame } from "./entry-frame.tsx";
import { canSignIn } from "./entry-rules.ts";
import { useEntryForm } from "./use-entry-form.ts";

const words = ACCOUNT.login;

interface LoginPageProps {
  session: SessionStoreApi;
  /** Stands under the form, for instance to install the app. */
  offer?: ReactNode;
  /** The unsent work of an account that may be gone. */
  unsentOf?: (user: User) => ReactNode;
}

export function LoginPage({ session, offer, unsentOf }: LoginPageProps) {
  const reason = useStore(session, ({ session: now }) => (now.phase === "signedOut" ? now.reason : "none"));
  const leaving = useStore(session, ({ session: now }) =>
    now.phase === "signedOut" ? (now.leaving ?? null) : null,
  );
  // A session that has ended by itself asks for the password alone.
  const [known] = useState(() => session.getState().lastEmail());
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const { form, busy, errors, onSubmit } = useEntryForm(() =>
    session.getState().login({ email: email.trim(), password }),
  );

  return (
    <EntryFrame
      title={words.title}
      tagline={words.tagline}
      foot={
        <>
          {offer}
          <p className={styles.note}>
            <Lock size={18} aria-hidden="true" />
            {words.keptNote}
          </p>
        </>
      }
    >
      {reason === "deleted" && <Notice tone="unsent">{ACCOUNT.leaving.gone}</Notice>}
      {reason === "refused" && (
        <Notice tone="unsent">
          {leaving?.deletionAt ? ACCOUNT.leaving.words(deletionDay(leaving.deletionAt)) : words.refused}
        </Notice>
      )}
      {leaving && unsentOf?.(leaving)}
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <EmailField
          label={words.email}
          value={email}
          onChange={setEmail}
          error={errors.email}
          autoFocus={known === ""}
        />
        <PasswordField
          label={words.password}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors.password}
          autoFocus={known !== ""}
        />
        <SubmitButton busy={busy} disabled={!canSignIn(email, password)}>
          {words.submit}
        </SubmitButton>
        {errors.general && <Notice tone="danger">{errors.general}</Notice>}
      </form>
      <nav className={styles.links} aria-label={words.title}>
        <Link href="/resetpassword">{words.forgot}</Link>
        <Link href="/signup">{words.createAccount}</Link>
      </nav>
    </EntryFrame>
  );
}
