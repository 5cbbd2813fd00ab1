import { type FormEvent, useId, useState } from "react";
import { useStore } from "zustand";
import { PASSWORD } from "../../../messages/account/security.ts";
import { useOnlineOnly } from "../../../parts/use-online-only.tsx";
import type { AccountStoreApi } from "../../../state/account-store.ts";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { PasswordField } from "../../../ui/controls/form-field.tsx";
import styles from "../account.module.css";
import { PasswordRequirements } from "./password-requirements.tsx";

const EMPTY = { currPassword: "", newPassword: "" };

export function PasswordSection({ username, account }: { username: string; account: AccountStoreApi }) {
  const changing = useStore(account, ({ passwordChange }) => passwordChange === "beginning");
  const online = useOnlineOnly(PASSWORD.writing);
  const headingId = useId();
  const [passwords, setPasswords] = useState(EMPTY);
  const [refused, setRefused] = useState<"unfit" | "wrong" | "other" | null>(null);
  const { currPassword, newPassword } = passwords;
  const complete = currPassword !== "" && newPassword !== "";

  const change = async (event: FormEvent) => {
    event.preventDefault();
    if (!complete || changing || !online.may) return;
    setRefused(null);
    const refusal = await account.getState().changePassword(passwords);
    setRefused(refusal);
    if (refusal === null) {
      setPasswords(EMPTY);
      showToast({ message: PASSWORD.changed, tone: "ok" });
    } else showToast({ message: PASSWORD.failed(PASSWORD.reasons[refusal]), tone: "error" });
  };

  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{PASSWORD.title}</h2>
      <form className={styles.form} onSubmit={change} noValidate>
        {/* Password managers store the new password under the name that they find in the form. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <div className={styles.pair}>
          <PasswordField
            label={PASSWORD.current}
            name="currPassword"
            autoComplete="current-password"
            value={currPassword}
            disabled={!online.may}
            error={refused === "wrong" ? PASSWORD.reasons.wrong : undefined}
            onChange={(text) => setPasswords((before) => ({ ...before, currPassword: text }))}
          />
          <PasswordField
            label={PASSWORD.next}
            name="newPassword"
            autoComplete="new-password"
            value={newPassword}
            disabled={!online.may}
            error={refused === "unfit" ? PASSWORD.reasons.unfit : undefined}
            onChange={(text) => setPasswords((before) => ({ ...before, newPassword: text }))}
          />
        </div>
        <PasswordRequirements current={currPassword} next={newPassword} />
        <p className={styles.words}>{PASSWORD.othersEnd}</p>
        {online.reason}
        <div className={styles.actions}>
          <Button type="submit" busy={changing} {...online.button} disabled={!complete || !online.may}>
            {PASSWORD.change}
          </Button>
        </div>
      </form>
    </section>
  );
}
