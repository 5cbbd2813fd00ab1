import { useEffect, useState } from "react";
import { maySaveBulkActions } from "../../domain/account/role.ts";
import type { OutboxState } from "../../domain/outbox/projection.ts";
import { ACCOUNT } from "../../messages/shell/account.ts";
import { UPDATE_NEEDED } from "../../messages/shell/update-needed.ts";
import { ExportButton } from "../../parts/unsent-file.tsx";
import { apiBase } from "../../platform/http.ts";
import { randomIds } from "../../platform/random-ids.ts";
import { systemClock } from "../../platform/system-clock.ts";
import type { User } from "../../protocol/shapes.ts";
import { openOutboxStorage } from "../../storage/outbox/outbox-storage.ts";
import { loadOutboxChanges } from "../../sync/outbox/load-outbox-changes.ts";
import { exportOutbox } from "../../sync/outbox/outbox-files.ts";
import { createStoredOutbox } from "../../sync/outbox/stored-outbox.ts";
import { Button } from "../../ui/controls/button.tsx";
import { outboxOwner } from "../composition/outbox-owner.ts";
import styles from "./unsent-when-blocked.module.css";

/**
 * A person's work that waits while the app may not go on: how much, and a file of it, so that a phone that cannot
 * get the new version does not hold it captive. Nothing is sent from here, and nothing changed before they ask for
 * the file: that seals the list, as every export does, so that it goes out once from wherever it goes first.
 */
export function UnsentWhenBlocked({ user }: { user: User }) {
  const work = useUnsentWork(user);
  if (work === null || work.state.unsentCount === 0) return null;
  return (
    <div className={styles.work}>
      <p className={styles.words}>{UPDATE_NEEDED.unsent(work.state.unsentCount)}</p>
      <ExportWork user={user} {...work} />
    </div>
  );
}

/** The work of an account that may be gone: it stays, or goes into a file, or is discarded. */
export function UnsentOfLeaving({ user }: { user: User }) {
  const work = useUnsentWork(user);
  const [sure, setSure] = useState(false);
  if (work === null || work.state.unsentCount === 0) return null;
  const { unsentCount } = work.state;
  return (
    <div className={styles.work}>
      <p className={styles.words}>{ACCOUNT.leaving.unsent(unsentCount)}</p>
      <ExportWork user={user} {...work} />
      {sure ? (
        <Button variant="danger" onClick={() => void work.outbox.apply("discardUnsent")}>
          {ACCOUNT.leaving.discardSure(unsentCount)}
        </Button>
      ) : (
        <Button variant="plain" onClick={() => setSure(true)}>
          {ACCOUNT.leaving.discard}
        </Button>
      )}
    </div>
  );
}

interface UnsentWork {
  outbox: ReturnType<typeof openOutbox>;
  state: OutboxState;
}

function ExportWork({ user, outbox, state }: UnsentWork & { user: User }) {
  const exportUnsent = () => exportOutbox({ ...partsOf(user), outbox });
  return (
    <ExportButton exportUnsent={exportUnsent} unsaved={state.unsaved.length} unsent={state.unsentCount} />
  );
}

/** Null until it is read. */
function useUnsentWork(user: User): UnsentWork | null {
  const [work, setWork] = useState<UnsentWork | null>(null);
  useEffect(() => {
    const outbox = openOutbox(user);
    const read = () => setWork({ outbox, state: outbox.getState() });
    outbox.subscribe(read);
    // Loaded before it is needed: the connection may be gone when the person exports. The export repeats a failed load.
    loadOutboxChanges().catch(() => undefined);
    return outbox.stop;
  }, [user]);
  return work;
}

function partsOf(user: User) {
  return {
    owner: outboxOwner(user, apiBase(import.meta.env)),
    maySave: maySaveBulkActions(user.role),
    clock: systemClock,
    ids: randomIds,
  };
}

function openOutbox(user: User) {
  return createStoredOutbox({
    ...partsOf(user),
    storage: openOutboxStorage(user.userIdSql),
  });
}
