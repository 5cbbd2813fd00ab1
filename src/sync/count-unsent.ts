import { openOutboxStorage } from "../storage/outbox-storage.ts";
import { stateOf } from "./outbox-state.ts";

/** How many actions of a person wait on this device, for where no sync runs. */
export async function countUnsent(userId: number): Promise<number> {
  const storage = openOutboxStorage(userId);
  try {
    const record = await storage.load();
    return stateOf(record, { ready: true, storageError: false, sendingId: null, completed: null })
      .unsentCount;
  } finally {
    storage.close();
  }
}
