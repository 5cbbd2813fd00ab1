import { useSignedInUser } from "../../../parts/account/session-context.tsx";
import styles from "../account.module.css";
import { useAccountStore } from "../use-account-store.ts";
import { PhotoSection } from "./photo-section.tsx";
import { ProfileForm } from "./profile-form.tsx";

export function ProfileTab() {
  const user = useSignedInUser();
  const account = useAccountStore();
  if (user === null) return null;
  return (
    <div className={styles.sections}>
      <PhotoSection user={user} account={account} />
      <ProfileForm user={user} account={account} />
    </div>
  );
}
