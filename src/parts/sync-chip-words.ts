import { shortUtc } from "../domain/time.ts";
import { SYNC } from "../messages/offline/sync.ts";
import type { SyncStatus } from "../sync/sync-status.ts";

/** What the chip says: state, number unsent (else how much was refused), age of the data, in that order; a part that has nothing to say is null. */
export interface ChipWords {
  state: string;
  unsent: string | null;
  data: string;
  /** The same shorter, for phones. */
  dataShort: string;
  /** Somebody has to do something: on a phone the state is said rather than the age of the data. */
  urgent: boolean;
}

export function chipWords(
  status: SyncStatus,
  outbox: { ready: boolean; unsentCount: number; refused?: readonly unknown[]; storageError?: boolean },
  nowMs: number,
): ChipWords {
  const time = status.freshAtMs === null ? null : shortUtc(status.freshAtMs, nowMs);
  const refused = outbox.refused?.length ?? 0;
  const notStored = outbox.storageError === true;
  const notRefreshed = status.phase === "online" && status.failed;
  return {
    // Until the stored outbox is read nobody knows what is unsent, and the chip claims nothing.
    state: notStored
      ? SYNC.notStored
      : !outbox.ready
        ? SYNC.phases.unknown
        : notRefreshed
          ? SYNC.notRefreshed
          : SYNC.phases[status.phase],
    unsent:
      outbox.unsentCount > 0 ? SYNC.unsent(outbox.unsentCount) : refused > 0 ? SYNC.toLookAt(refused) : null,
    data: time === null ? SYNC.noData : SYNC.dataFrom(time),
    dataShort: time ?? SYNC.noData,
    urgent: notStored || notRefreshed || status.phase === "signedOut",
  };
}
