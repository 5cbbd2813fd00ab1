import { shortUtc } from "../domain/time.ts";
import { SYNC } from "../messages/offline/sync.ts";
import type { SyncStatus } from "../sync/sync-status.ts";

/** The parts of the chip: state, number unsent (else number refused), age of the data; null parts are left out. */
export interface ChipWords {
  state: string;
  unsent: string | null;
  data: string;
  dataShort: string;
  /** The person must act: a phone then shows the state instead of the age of the data. */
  urgent: boolean;
}

export function chipWords(
  status: SyncStatus,
  outbox: {
    ready: boolean;
    unsentCount: number;
    refused?: readonly unknown[];
    storageError?: boolean;
    maySend?: boolean;
  },
  nowMs: number,
): ChipWords {
  const time = status.freshAtMs === null ? null : shortUtc(status.freshAtMs, nowMs);
  const refused = outbox.refused?.length ?? 0;
  const notStored = outbox.storageError === true;
  const notRefreshed = status.phase === "online" && status.failed;
  return {
    // The number unsent is unknown until the stored outbox is read.
    state: notStored
      ? SYNC.notStored
      : !outbox.ready
        ? SYNC.phases.unknown
        : notRefreshed
          ? SYNC.notRefreshed
          : SYNC.phases[status.phase],
    unsent:
      outbox.unsentCount > 0
        ? SYNC[outbox.maySend === false ? "unsendable" : "unsent"](outbox.unsentCount)
        : refused > 0
          ? SYNC.toLookAt(refused)
          : null,
    data: time === null ? SYNC.noData : SYNC.dataFrom(time),
    dataShort: time ?? SYNC.noData,
    urgent: notStored || notRefreshed || status.phase === "signedOut",
  };
}
