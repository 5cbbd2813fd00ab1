import { deletionDay } from "../../domain/account/deletion-day.ts";
import { DELETION } from "../../messages/account/security.ts";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import styles from "./deletion-banner.module.css";
import { useKeepAccount } from "./use-keep-account.ts";

/** Stands over every screen while the deletion of the account is asked for. */
export function DeletionBanner({ deletionAt }: { deletionAt: string }) {
  const online = useOnlineOnly(DELETION.writing);
  const { keep, busy } = useKeepAccount();
  return (
    <div className={styles.banner}>
      <Notice
        tone="unsent"
        action={
          <Button
            busy={busy}
            {...(online.may ? {} : { disabled: true, title: online.button.title })}
            onClick={() => void keep()}
          >
            {DELETION.keep}
          </Button>
        }
      >
        {DELETION.pending(deletionDay(deletionAt))}
      </Notice>
    </div>
  );
}
