import { shortUtc } from "../domain/time.ts";
import { SYNC } from "../messages/offline/sync.ts";
import type { SyncStatus } from "../sync/sync-status.ts";

/** The parts of the chip: state, number unsent (else number to look at), age of the data; null parts are left out. */
export interface ChipWords {
  state: string;
  unsent: string | null;
  data: string;
  dataShort: string;
  /** The person must act: a phone then shows the state instead of the age of the data. */
  urgent: boolean;
}

interface OutboxFacts {
  ready: boolean;
  storageError?: boolean;
}

export interface SyncWords {
  /** The state, for the chip and as the panel's title. */
  state: string;
  /** For what a sealed batch waits. */
  waits: string;
}

/** The one place that puts the state of sync into words, so that the panels never contradict the chip. */
export function syncWords(status: SyncStatus, { ready, storageError }: OutboxFacts): SyncWords {
  const waits = SYNC.waits[status.phase];
  if (storageError === true) return { state: SYNC.notStored, waits };
  // The number unsent is unknown until the stored outbox is read.
  if (!ready) return { state: SYNC.phases.unknown, waits };
  const notRefreshed = status.phase === "online" && status.failed;
  return { state: notRefreshed ? SYNC.notRefreshed : SYNC.phases[status.phase], waits };
}

/** @param replaced how many decisions of the person others replaced */
export function chipWords(
  status: SyncStatus,
  outbox: OutboxFacts & { unsentCount: number; refused?: readonly unknown[]; maySend?: boolean },
  nowMs: number,
  replaced = 0,
): ChipWords {
  const time = status.freshAtMs === null ? null : shortUtc(status.freshAtMs, nowMs);
  const toLookAt = (outbox.refused?.length ?? 0) + replaced;
  const notStored = outbox.storageError === true;
  const notRefreshed = status.phase === "online" && status.failed;
  return {
    state: syncWords(status, outbox).state,
    unsent:
      outbox.unsentCount > 0
        ? SYNC[outbox.maySend === false ? "unsendable" : "unsent"](outbox.unsentCount)
        : toLookAt > 0
          ? SYNC.toLookAt(toLookAt)
          : null,
    data: time === null ? SYNC.noData : SYNC.dataFrom(time),
    dataShort: time ?? SYNC.noData,
    urgent: notStored || notRefreshed || status.phase === "signedOut",
  };
}
