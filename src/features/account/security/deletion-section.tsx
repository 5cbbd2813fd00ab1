import { useId, useState } from "react";
import { deletionDay } from "../../../domain/account/deletion-day.ts";
import { DELETION } from "../../../messages/account/security.ts";
import { useOnlineOnly } from "../../../parts/use-online-only.tsx";
import type { User } from "../../../protocol/shapes.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import styles from "../account.module.css";
import { useKeepAccount } from "../use-keep-account.ts";
import { DeletionDialog } from "./deletion-dialog.tsx";

/** Asks for the deletion of the account; where it is asked for already, takes it back. */
export function DeletionSection({ user }: { user: User }) {
  const online = useOnlineOnly(DELETION.writing);
  const headingId = useId();
  const [asking, setAsking] = useState(false);
  const { keep, busy } = useKeepAccount();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{DELETION.title}</h2>
      {user.deletionAt === null ? (
        <p className={styles.words}>{DELETION.words}</p>
      ) : (
        <Notice tone="unsent">{DELETION.pending(deletionDay(user.deletionAt))}</Notice>
      )}
      {online.reason}
      <div className={styles.actions}>
        {user.deletionAt === null ? (
          <Button variant="danger" {...online.button} onClick={() => setAsking(true)}>
            {DELETION.ask}
          </Button>
        ) : (
          <Button {...online.button} busy={busy} onClick={() => void keep()}>
            {DELETION.keep}
          </Button>
        )}
      </div>
      {asking && <DeletionDialog username={user.username} onClose={() => setAsking(false)} />}
    </section>
  );
}
