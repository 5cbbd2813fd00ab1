import { type FormEvent, useState } from "react";
import { useStore } from "zustand";
import { isBlank } from "../../../domain/validation.ts";
import { PROFILE } from "../../../messages/account/profile.ts";
import { COUNTRIES } from "../../../messages/countries.ts";
import { useOnlineOnly } from "../../../parts/use-online-only.tsx";
import type { User } from "../../../protocol/shapes.ts";
import type { AccountStoreApi, Profile } from "../../../state/account-store.ts";
import type { FieldErrors } from "../../../state/session-store.ts";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/form-field.tsx";
import styles from "../account.module.css";
import profileStyles from "./profile.module.css";

/** The fields that a person edits, and below them those that only the operator changes. */
export function ProfileForm({ user, account }: { user: User; account: AccountStoreApi }) {
  const saving = useStore(account, ({ userUpdate }) => userUpdate === "beginning");
  const online = useOnlineOnly(PROFILE.writing);
  // Fields that were not touched follow the user, which the server may answer anew at any time.
  const [edited, setEdited] = useState<Partial<Profile>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const { firstName, lastName, country } = { ...user, ...edited };
  const profile: Profile = { firstName, lastName, country };
  const complete = Object.values(profile).every((text) => !isBlank(text));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!complete || saving || !online.may) return;
    setErrors({});
    const refused = await account.getState().saveProfile(profile);
    if (refused === null) {
      // Input that came while a save was on its way stays for the next save.
      setEdited((now) => withoutSaved(now, profile));
      showToast({ message: PROFILE.saved, tone: "ok" });
    } else {
      setErrors(refused);
      showToast({ message: PROFILE.saveFailed, tone: "error" });
    }
  };
  const field = (name: keyof Profile) => ({
    name,
    label: PROFILE[name],
    value: profile[name],
    error: errors[name],
    disabled: !online.may,
    onChange: (text: string) => setEdited((before) => ({ ...before, [name]: text })),
  });

  return (
    <form className={styles.section} onSubmit={save} noValidate>
      <div className={styles.pair}>
        <TextField {...field("firstName")} autoComplete="given-name" autoCapitalize="words" />
        <TextField {...field("lastName")} autoComplete="family-name" autoCapitalize="words" />
      </div>
      <TextField {...field("country")} autoComplete="country-name" suggestions={COUNTRIES} />
      <ReadOnlyFacts user={user} />
      {online.reason}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          busy={saving}
          {...online.button}
          disabled={!complete || !online.may}
        >
          {PROFILE.save}
        </Button>
      </div>
    </form>
  );
}

function withoutSaved(edited: Partial<Profile>, saved: Profile): Partial<Profile> {
  const names = Object.keys(saved) as (keyof Profile)[];
  const later = names.filter((name) => edited[name] !== undefined && edited[name] !== saved[name]);
  return Object.fromEntries(later.map((name) => [name, edited[name]]));
}

function ReadOnlyFacts({ user }: { user: User }) {
  const facts = [
    [PROFILE.email, user.email],
    [PROFILE.phone, user.phoneNumber],
    [PROFILE.username, user.username],
  ] as const;
  return (
    <div className={profileStyles.readOnly}>
      <dl className={profileStyles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || PROFILE.none}</dd>
          </div>
        ))}
      </dl>
      <p className={profileStyles.hint}>{PROFILE.readOnlyHint}</p>
    </div>
  );
}
