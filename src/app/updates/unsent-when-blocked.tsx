import { useEffect, useState } from "react";
import { maySaveBulkActions } from "../../domain/account/role.ts";
import type { OutboxState } from "../../domain/outbox/projection.ts";
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
import { outboxOwner } from "../composition/outbox-owner.ts";
import styles from "./unsent-when-blocked.module.css";

/**
 * A person's work that waits while the app may not go on: how much, and a file of it, so that a phone that cannot
 * get the new version does not hold it captive. Nothing is sent from here, and nothing changed before they ask for
 * the file: that seals the list, as every export does, so that it goes out once from wherever it goes first.
 */
export function UnsentWhenBlocked({ user }: { user: User }) {
  const [work, setWork] = useState<{ outbox: ReturnType<typeof openOutbox>; state: OutboxState } | null>(
    null,
  );
  useEffect(() => {
    const outbox = openOutbox(user);
    const read = () => setWork({ outbox, state: outbox.getState() });
    outbox.subscribe(read);
    // Loaded before it is needed: the connection may be gone when the person exports. The export repeats a failed load.
    loadOutboxChanges().catch(() => undefined);
    return outbox.stop;
  }, [user]);
  if (work === null || work.state.unsentCount === 0) return null;
  const { outbox, state } = work;
  const exportUnsent = () => exportOutbox({ ...partsOf(user), outbox });
  return (
    <div className={styles.work}>
      <p className={styles.words}>{UPDATE_NEEDED.unsent(state.unsentCount)}</p>
      <ExportButton exportUnsent={exportUnsent} unsaved={state.unsaved.length} unsent={state.unsentCount} />
    </div>
  );
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
