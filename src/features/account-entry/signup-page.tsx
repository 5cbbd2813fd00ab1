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
  SIGN_UP_FIELDS,
  type SignUpFieldName,
  signUpCodeOf,
} from "./entry-rules.ts";
import { useEntryForm } from "./use-entry-form.ts";

const words = ACCOUNT.signup;

interface SignupPageProps {
  readonly session: SessionStoreApi;
  /** The server's rule for sign-ups; "open" until it is known, because the server checks it anyway. */
  readonly mode: PublicConfig["signup"];
  /** Whether the server said that it has no account yet. */
  readonly needsSetupCode?: boolean;
}

export function SignupPage({ session, mode, needsSetupCode = false }: SignupPageProps) {
  const [fields, setFields] = useState(() => ({
    ...EMPTY_SIGN_UP,
    invite: signUpCodeOf(window.location.hash, "invite"),
    setupCode: signUpCodeOf(window.location.hash, "setup"),
  }));
  const { form, busy, errors, onSubmit } = useEntryForm(() => {
    const { invite, setupCode, ...wanted } = fields;
    if (asksSetupCode) return session.getState().signup({ ...wanted, setupCode });
    return session.getState().signup(mode === "invite" ? { ...wanted, invite } : wanted);
  });
  const [wasRefused, setWasRefused] = useState(false);
  // The configuration may have been read before the last account was deleted. Once the server has refused a sign-up
  // without the code, the field stays.
  if (errors.setupCode !== undefined && !wasRefused) setWasRefused(true);
  const asksSetupCode = needsSetupCode || wasRefused;

  const field = (name: SignUpFieldName | "invite" | "setupCode") => ({
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
        {asksSetupCode && (
          <TextField {...field("setupCode")} hint={words.setupCodeHint} autoCapitalize="none" />
        )}
        {mode === "invite" && !asksSetupCode && <TextField {...field("invite")} autoCapitalize="none" />}
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
