import { BULK_UPDATE_CAP } from "../bulk-update.ts";
import { INSIGHT_STATUS, type OutboxRecord, type StoredBatch } from "./outbox-record.ts";
import { hasOfflineActions } from "./queue-task.ts";
import { withFacts } from "./record-changes.ts";

/** Transitions that seal the list. */

export interface Seal {
  /** The new batch's idempotency key. */
  batchId: string;
  atMs: number;
  automatic: boolean;
  /** Seals only what came back from a blocked bulk update. */
  onlyReturned?: boolean;
  held?: boolean;
}

/** Seals the oldest actions of the list, at most 1000, into an immutable batch at the end of the queue. */
export function sealList(record: OutboxRecord, seal: Seal): OutboxRecord {
  const sealed = Array.from(record.actions.values())
    .filter((action) => !seal.onlyReturned || action.returned)
    .slice(0, BULK_UPDATE_CAP);
  const waitMs = seal.automatic ? record.facts.waitMs : null;
  if (sealed.length === 0) return withFacts(record, { waitMs });
  const actions = new Map(record.actions);
  for (const { insightId } of sealed) actions.delete(insightId);
  const next = withBatch({ ...record, actions }, { kind: INSIGHT_STATUS, actions: sealed }, seal);
  return withFacts(next, {
    waitMs,
    sealedSeq: Math.max(record.facts.sealedSeq, record.steps[record.applied - 1]?.seq ?? 0),
  });
}

/** Seals the whole list into as many batches as it takes. */
export function sealAll(
  record: OutboxRecord,
  seal: Omit<Seal, "batchId">,
  newKey: () => string,
): OutboxRecord {
  let next = record;
  while (next.actions.size > 0) next = sealList(next, { ...seal, batchId: newKey() });
  return next;
}

/** Seals the whole list where it holds an action made offline: such a list is sent once there is a connection. */
export function sealOfflineList(record: OutboxRecord, atMs: number, newKey: () => string): OutboxRecord {
  if (!hasOfflineActions(record.actions.values())) return record;
  const sealed = sealAll(record, { atMs, automatic: true }, newKey);
  return withFacts(sealed, { autoSentCount: record.actions.size });
}

/** Adds an immutable batch at the end of the queue. */
export function withBatch(
  record: OutboxRecord,
  contents: Pick<StoredBatch, "kind" | "actions">,
  { batchId, atMs, automatic, held = false }: Seal,
): OutboxRecord {
  const batch = {
    ...contents,
    batchId,
    position: (record.batches.at(-1)?.position ?? 0) + 1,
    sealedAtMs: atMs,
    automatic,
    blockedTimes: 0,
    bulk: null,
    ...(held && { held }),
  } as StoredBatch;
  return { ...record, batches: [...record.batches, batch] };
}
