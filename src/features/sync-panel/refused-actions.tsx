import { Link } from "wouter";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";
import { Button } from "../../ui/controls/button.tsx";
import styles from "./sync-panel.module.css";

interface RefusedActionsProps {
  /** Names the subject for those who hear the buttons. */
  name: string;
  /** False where a retry would change nothing. */
  mayRetry: boolean;
  /** The words of the button of a retry. */
  words?: { readonly retry: string; retryOne(what: string): string };
  /** Where the subject is shown. */
  href: string;
  onRetry(): void;
  onOpen(): void;
}

/** The actions on a refusal whose subject is on this device. */
export function RefusedActions({
  name,
  mayRetry,
  words = SYNC_PANEL,
  href,
  onRetry,
  onOpen,
}: RefusedActionsProps) {
  return (
    <div className={styles.acts}>
      {mayRetry && (
        <Button onClick={onRetry} aria-label={words.retryOne(name)}>
          {words.retry}
        </Button>
      )}
      <Link href={href} onClick={onOpen} className={styles.open} aria-label={SYNC_PANEL.openOne(name)}>
        {SYNC_PANEL.open}
      </Link>
    </div>
  );
}
