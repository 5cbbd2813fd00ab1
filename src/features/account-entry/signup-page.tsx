import { useState } from "react";
import { Link } from "wouter";
import { COUNTRIES } from "../../messages/countries.ts";
import { ACCOUNT } from "../../messages/shell/account.ts";
import type { PublicConfig } from "../../protocol/shapes.ts";
import type { SessionStoreApi } from "../../state/session-store.ts";
import { PasswordField, TextField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SubmitButton } from "./entry-fields.tsx";
import styles from "./entry-form.module.css";
import { EntryFrame } from "./entry-frame.tsx";
import {
  canSignUp,
  EMPTY_SIGN_UP,
  inviteCodeOf,
  SIGN_UP_FIELDS,
  type SignUpFieldName,
} from "./entry-rules.ts";
import { useEntryForm } from "./use-entry-form.ts";

const words = ACCOUNT.signup;

/** `mode` says who may sign up; unknown counts as open, because the server decides. */
export function SignupPage({ session, mode }: { session: SessionStoreApi; mode: PublicConfig["signup"] }) {
  const [fields, setFields] = useState(() => ({
    ...EMPTY_SIGN_UP,
    invite: inviteCodeOf(window.location.hash),
  }));
  const { form, busy, errors, onSubmit } = useEntryForm(() => {
    const { invite, ...wanted } = fields;
    return session.getState().signup(mode === "invite" ? { ...wanted, invite } : wanted);
  });

  const field = (name: SignUpFieldName | "invite") => ({
    name,
    label: words[name],
    value: fields[name],
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
    error: errors[name],
    autoComplete: SIGN_UP_FIELDS.find((known) => known.name === name)?.autoComplete ?? "off",
  });

  return (
    <EntryFrame title={words.title} tagline={words.tagline} long>
      {mode === "closed" && <Notice tone="info">{words.closed}</Notice>}
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        {mode === "invite" && <TextField {...field("invite")} autoCapitalize="none" />}
        <div className={styles.pair}>
          <TextField {...field("firstName")} autoCapitalize="words" />
          <TextField {...field("lastName")} autoCapitalize="words" />
        </div>
        <div className={styles.pair}>
          <TextField {...field("username")} autoCapitalize="none" />
          <TextField {...field("phoneNumber")} type="tel" inputMode="tel" hint={words.phoneHint} />
        </div>
        <div className={styles.pair}>
          <TextField {...field("email")} type="email" inputMode="email" autoCapitalize="none" />
          <TextField {...field("country")} suggestions={COUNTRIES} />
        </div>
        <PasswordField {...field("password")} hint={words.passwordHint} />
        <PasswordField {...field("confirmPassword")} />
        <SubmitButton busy={busy} disabled={!canSignUp(fields)}>
          {words.submit}
        </SubmitButton>
        {errors.general && <Notice tone="danger">{errors.general}</Notice>}
      </form>
      <nav className={styles.links} aria-label={words.title}>
        <Link href="/login">{words.haveAccount}</Link>
      </nav>
    </EntryFrame>
  );
}
