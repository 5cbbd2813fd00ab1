import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import { INSIGHT_STATUS, type OutboxRecord, type StoredBatch } from "../storage/outbox-record.ts";

export interface Seal {
  /** The new batch's idempotency key. */
  batchId: string;
  atMs: number;
  automatic: boolean;
  /** Seals only what came back from a blocked bulk update. */
  onlyReturned?: boolean;
}

/** Seals the oldest actions of the list, at most 1000, into an immutable batch at the end of the queue. */
export function sealList(record: OutboxRecord, seal: Seal): OutboxRecord {
  const sealed = Array.from(record.actions.values())
    .filter((action) => !seal.onlyReturned || action.returned)
    .slice(0, BULK_UPDATE_CAP);
  const heldUntilMs = seal.automatic ? record.facts.heldUntilMs : null;
  if (sealed.length === 0) return withFacts(record, { heldUntilMs });
  const actions = new Map(record.actions);
  for (const { insightId } of sealed) actions.delete(insightId);
  const next = withBatch({ ...record, actions }, { kind: INSIGHT_STATUS, actions: sealed }, seal);
  return withFacts(next, {
    heldUntilMs,
    sealedSeq: Math.max(record.facts.sealedSeq, record.steps[record.applied - 1]?.seq ?? 0),
  });
}

export function withFacts(record: OutboxRecord, facts: Partial<OutboxRecord["facts"]>): OutboxRecord {
  const next = { ...record.facts, ...facts };
  const same =
    next.blocked === record.facts.blocked &&
    next.heldUntilMs === record.facts.heldUntilMs &&
    next.autoSentCount === record.facts.autoSentCount &&
    next.sealedSeq === record.facts.sealedSeq;
  return same ? record : { ...record, facts: next };
}

export function withBatch(
  record: OutboxRecord,
  contents: Pick<StoredBatch, "kind" | "actions">,
  { batchId, atMs, automatic }: Seal,
): OutboxRecord {
  const batch = {
    ...contents,
    batchId,
    position: (record.batches.at(-1)?.position ?? 0) + 1,
    sealedAtMs: atMs,
    automatic,
    blockedTimes: 0,
    bulk: null,
  } as StoredBatch;
  return { ...record, batches: [...record.batches, batch] };
}

/** So many keys of the past are remembered: more than a person seals in the time that a server keeps them. */
const KEYS_KEPT = 5_000;

export function withSettledKeys(record: OutboxRecord, keys: readonly string[]): OutboxRecord {
  return { ...record, settledKeys: [...record.settledKeys, ...keys].slice(-KEYS_KEPT) };
}
