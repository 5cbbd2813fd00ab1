import { type OpenMirror, openMirror } from "../../storage/mirror/open-mirror.ts";
import { type OutboxStorage, openOutboxStorage } from "../../storage/outbox/outbox-storage.ts";
import { createPrefetched, type Prefetched } from "./prefetched.ts";

/** The databases of one person on this device. */
export interface PersonStorages {
  mirror: OpenMirror;
  outboxStorage: OutboxStorage;
}

/** Prefetched by user id: opening them takes a slow phone a third of a second, while the rest of the app starts. */
export type Storages = Prefetched<number, PersonStorages>;

/** @param onNewerData a newer version of the app takes over the data; `wasOpen`: while this page had it open */
export function createStorages(onNewerData: (wasOpen: boolean) => void): Storages {
  const storages = createPrefetched<number, PersonStorages>({
    open: (userId) => ({
      mirror: openMirror(userId, onNewerData),
      outboxStorage: openOutboxStorage(userId, onNewerData),
    }),
    close({ mirror, outboxStorage }) {
      mirror.close();
      outboxStorage.close();
    },
    isSame: (a, b) => a === b,
  });
  return {
    ...storages,
    prefetch(userId) {
      const opened = storages.prefetch(userId);
      // The first read opens a database. A failure is ignored here, because the next read fails again and reports it.
      opened.mirror.pullState().catch(() => undefined);
      opened.outboxStorage.load().catch(() => undefined);
      return opened;
    },
  };
}
