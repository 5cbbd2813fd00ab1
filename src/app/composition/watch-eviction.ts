import { isRecord } from "../../domain/record-guard.ts";
import { LOCAL_KEYS, type LocalValues } from "../../platform/stored-values.ts";
import type { OutboxStorage } from "../../storage/outbox/outbox-storage.ts";
import type { StoredOutbox } from "../../sync/outbox/stored-outbox.ts";
import type { Evicted } from "./say-evicted.ts";

/**
 * Notices when the browser has removed what a person's outbox held. Browsers evict databases and leave the small
 * values, so a note there says that there was something; an outbox that is new although the note speaks of it was
 * evicted. Where the browser removes the small values too, the app starts as on a new device.
 *
 * @param onEvicted called at the start where that is so, with how many actions were unsent when the note was written,
 * and whenever the outbox is deleted under this page
 */
export async function watchEviction(
  userId: number,
  { outbox, storage }: { outbox: StoredOutbox; storage: Pick<OutboxStorage, "isNew" | "onCleared"> },
  local: LocalValues,
  onEvicted: (evicted: Evicted) => void,
): Promise<void> {
  const note = () => {
    const { ready, unsentCount, storageError } = outbox.getState();
    if (!ready || storageError || unsentCount === (noted(local)[userId] ?? 0)) return;
    if (unsentCount === 0) forgetUnsentNote(userId, local);
    else local.set(LOCAL_KEYS.unsentNote, JSON.stringify({ ...noted(local), [userId]: unsentCount }));
  };
  storage.onCleared((restored) => {
    const { unsentCount } = outbox.getState();
    if (unsentCount > 0) onEvicted({ kind: "unsent", unsent: unsentCount, restored });
  });
  // Resolves once the stored outbox was read: `isNew` must be asked before anything is stored.
  await outbox.overlay();
  const before = noted(local)[userId];
  if (before !== undefined && before > 0 && storage.isNew()) onEvicted({ kind: "before", unsent: before });
  note();
  outbox.subscribe(note);
}

/** Removes a person's note, once their work is sent or discarded. */
export function forgetUnsentNote(userId: number, local: LocalValues): void {
  const { [userId]: _, ...others } = noted(local);
  if (Object.keys(others).length === 0) local.remove(LOCAL_KEYS.unsentNote);
  else local.set(LOCAL_KEYS.unsentNote, JSON.stringify(others));
}

function noted(local: LocalValues): Record<number, number> {
  try {
    const value: unknown = JSON.parse(local.get(LOCAL_KEYS.unsentNote) ?? "{}");
    return isRecord(value) ? (value as Record<number, number>) : {};
  } catch {
    return {};
  }
}
