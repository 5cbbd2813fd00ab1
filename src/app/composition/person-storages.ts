import { type OpenMirror, openMirror } from "../../storage/mirror/open-mirror.ts";
import { type OutboxStorage, openOutboxStorage } from "../../storage/outbox/outbox-storage.ts";

/** The databases of one person on this device. */
export interface PersonStorages {
  mirror: OpenMirror;
  outboxStorage: OutboxStorage;
}

/** @param onNewerData a newer version of the app takes over the data; `wasOpen`: while this page had it open */
export function openPersonStorages(userId: number, onNewerData: (wasOpen: boolean) => void): PersonStorages {
  return {
    mirror: openMirror(userId, onNewerData),
    outboxStorage: openOutboxStorage(userId, onNewerData),
  };
}
