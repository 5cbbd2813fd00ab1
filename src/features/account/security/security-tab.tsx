import { useSignedInUser } from "../../../parts/account/session-context.tsx";
import styles from "../account.module.css";
import { useAccountStore } from "../use-account-store.ts";
import { DeletionSection } from "./deletion-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

export function SecurityTab() {
  const user = useSignedInUser();
  const account = useAccountStore();
  if (user === null) return null;
  return (
    <div className={styles.sections}>
      <PasswordSection username={user.username} account={account} />
      <SessionsSection account={account} />
      <ExportSection />
      <DeletionSection user={user} />
    </div>
  );
}
