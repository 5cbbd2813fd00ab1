import { type MirrorStorage, openMirrorStorage } from "../storage/mirror-storage.ts";
import { type OutboxStorage, openOutboxStorage } from "../storage/outbox-storage.ts";

/** What is stored of one person on this device. */
export interface PersonStorages {
  mirror: MirrorStorage;
  outboxStorage: OutboxStorage;
}

export interface Storages {
  /**
   * Opens those of the person who will most likely be found to be signed in, for the next `open` to take: a slow phone
   * takes a third of a second, which it has while the rest of the app starts.
   */
  warm(userId: number): void;
  /** Closes what was opened for nobody. */
  cool(): void;
  open(userId: number): PersonStorages;
}

/** @param onNewerData a newer version of the app takes over the data; `wasOpen`: while this page had it open */
export function createStorages(onNewerData: (wasOpen: boolean) => void): Storages {
  let warm: { userId: number; storages: PersonStorages } | null = null;
  const openAnew = (userId: number): PersonStorages => ({
    mirror: openMirrorStorage(userId, onNewerData),
    outboxStorage: openOutboxStorage(userId, onNewerData),
  });
  const cool = () => {
    warm?.storages.mirror.close();
    warm?.storages.outboxStorage.close();
    warm = null;
  };
  return {
    warm(userId) {
      cool();
      const storages = openAnew(userId);
      // Opened by the first that is read from it; who reads it later meets what fails here.
      storages.mirror.pullState().catch(() => undefined);
      storages.outboxStorage.load().catch(() => undefined);
      warm = { userId, storages };
    },
    cool,
    open(userId) {
      if (warm?.userId !== userId) {
        cool();
        return openAnew(userId);
      }
      const { storages } = warm;
      warm = null;
      return storages;
    },
  };
}
