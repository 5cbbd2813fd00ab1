import Compass from "lucide-react/icons/compass";
import { Link } from "wouter";
import { SHELL } from "../../messages/shell/shell.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { DocumentPage } from "../../ui/layout/document-page.tsx";
import styles from "./fallback-page.module.css";

/** Stands for an address outside of the app that leads nowhere. */
export function UnknownAddress() {
  return (
    <DocumentPage
      home={(brand) => <Link {...brand} href="/" aria-label={SHELL.brandHome} />}
      className={styles.unknown}
    >
      <FallbackPage />
    </DocumentPage>
  );
}

/** Stands for a tab that does not exist or may not be seen, and, without a name, for an unknown address. */
export function FallbackPage({ tabName }: { tabName?: string }) {
  const isTab = tabName !== undefined;
  return (
    <EmptyState
      titleLevel={1}
      icon={<Compass size={26} aria-hidden="true" />}
      title={isTab ? SHELL.unknownTab(tabName) : SHELL.unknownPath}
      action={
        <Link href="/" className={styles.home}>
          {SHELL.home}
        </Link>
      }
    >
      {isTab ? SHELL.unknownTabWords : SHELL.unknownPathWords}
    </EmptyState>
  );
}
