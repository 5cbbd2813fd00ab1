import { shortUtc } from "../../domain/time.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import type { SyncStatus } from "../../sync/sync-status.ts";
import { serverErrorWait, unsentWork, type WorkFacts, type WorkState } from "../unsent-work.ts";

/** The parts of the chip: unsent work (else the number to look at), state, age of the data; null parts are left out. */
export interface ChipWords {
  state: string;
  /** The state of the unsent work; null where there is none. */
  work: WorkState | null;
  unsent: string | null;
  /** The number of `unsent` alone, for a place without room for words. */
  count: string | null;
  /** Further unsent work in another state. */
  more: string | null;
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
  const error = serverErrorWait(status);
  if (error !== null) return { state: error.why === "busy" ? SYNC.serverBusy : SYNC.serverError, waits };
  if (status.phase !== "online" || !status.failed) return { state: SYNC.phases[status.phase], waits };
  return { state: status.busy === true ? SYNC.serverBusy : SYNC.notRefreshed, waits };
}

/** @param replaced how many decisions of the person others replaced */
export function chipWords(
  status: SyncStatus,
  outbox: OutboxFacts & WorkFacts & { refused?: readonly unknown[] },
  nowMs: number,
  replaced = 0,
): ChipWords {
  const time = status.freshAtMs === null ? null : shortUtc(status.freshAtMs, nowMs);
  const toLookAt = (outbox.refused?.length ?? 0) + replaced;
  const notStored = outbox.storageError === true;
  const notRefreshed = status.phase === "online" && status.failed;
  const [first, second] = unsentWork(status, outbox);
  const count = first?.count ?? toLookAt;
  return {
    state: syncWords(status, outbox).state,
    work: first?.state ?? null,
    unsent: first ? SYNC.work[first.state](first.count) : toLookAt > 0 ? SYNC.toLookAt(toLookAt) : null,
    count: count > 0 ? count.toLocaleString("en") : null,
    more: second ? SYNC.work[second.state](second.count) : null,
    data: time === null ? SYNC.noData : SYNC.dataFrom(time),
    dataShort: time === null ? SYNC.noData : SYNC.dataShort(time),
    urgent: notStored || notRefreshed || status.phase === "signedOut" || serverErrorWait(status) !== null,
  };
}
