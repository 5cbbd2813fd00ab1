import { BULK_STATUS } from "../bulk-update.ts";
import { fieldsWhere, isFields } from "./field-edits.ts";
import type { ActionStamp, Take } from "./list-changes.ts";
import {
  isStatusBatch,
  isStatusRefusal,
  type OutboxRecord,
  type StoredBatch,
  type StoredWrite,
  type WriteBatch,
  type WriteFields,
  type WriteRefusal,
} from "./outbox-record.ts";
import { withFacts, withSettledKeys } from "./record-changes.ts";
import { dismissRefusals, retryRefusals } from "./refusals.ts";
import { type Seal, withBatch } from "./seal.ts";

/** Transitions that seal actions of other kinds than statuses; loaded with the first such action. */

/**
 * Seals actions of another kind when they are made: they do not wait for Save, and are sent with the next connection.
 * A single one is merged into one that waits for the same subject and cannot have been sent.
 *
 * @param seal `held`: the batch can be taken back until `releaseHeld`
 */
export function sealWrites(
  record: OutboxRecord,
  kind: string,
  writes: readonly StoredWrite[],
  seal: Pick<Seal, "batchId" | "atMs" | "held">,
): OutboxRecord {
  const [first, ...others] = writes;
  if (first === undefined) return record;
  const merged = others.length === 0 ? mergedIntoWaiting(record, kind, first, seal.batchId) : null;
  return merged === null
    ? withBatch(record, { kind, actions: writes }, { ...seal, automatic: true })
    : withSettledKeys({ ...record, batches: merged.batches }, [merged.settledKey]);
}

/**
 * Merges a write into one of the same subject that waits, at that one's place, where it cannot have been sent:
 * batches are sent one after the other, so an earlier batch that is not completed suffices (see `unsealStep`). The
 * batch gets a new key, because an exported file may hold the old one. Fields that equal their first base again are
 * removed, and with the last of them the batch.
 *
 * @returns null where no such write waits
 */
function mergedIntoWaiting(
  record: OutboxRecord,
  kind: string,
  write: StoredWrite,
  batchId: string,
): { batches: readonly StoredBatch[]; settledKey: string } | null {
  const { batches } = record;
  const place = batches.findLastIndex(
    (batch) =>
      batch.kind === kind &&
      !isStatusBatch(batch) &&
      batch.actions.some((one) => one.subject === write.subject),
  );
  const there = batches[place];
  if (there === undefined || isStatusBatch(there) || there.bulk !== null) return null;
  const isBehind = batches
    .slice(0, place)
    .some(
      (batch) =>
        (batch.kind === kind || isStatusBatch(batch)) && batch.bulk?.status !== BULK_STATUS.completed,
    );
  const [waiting, ...others] = there.actions;
  if (!isBehind || waiting === undefined || others.length > 0) return null;
  if (
    !isFields(waiting.value) ||
    !isFields(waiting.base) ||
    !isFields(write.value) ||
    !isFields(write.base)
  ) {
    return null;
  }
  const base: WriteFields = { ...write.base, ...waiting.base };
  const all: WriteFields = { ...waiting.value, ...write.value };
  const value = fieldsWhere(all, (name) => all[name] !== base[name]);
  const merged: WriteBatch = {
    ...there,
    batchId,
    actions: [
      {
        ...waiting,
        value,
        base: fieldsWhere(base, (name) => name in value),
        atMs: write.atMs,
        ...(write.seen !== undefined && { seen: { ...waiting.seen, ...write.seen } }),
      },
    ],
  };
  return {
    batches: batches.flatMap((batch) =>
      batch !== there ? [batch] : Object.keys(value).length === 0 ? [] : [merged],
    ),
    settledKey: there.batchId,
  };
}

/**
 * `retryRefusals` for refusals of all kinds: those of other kinds than statuses are sealed at once. Writes that are
 * gone, or were applied, stay in the list.
 *
 * @returns null where the list has no room for the statuses; then nothing is retried
 */
export function retryAll(
  record: OutboxRecord,
  ids: ReadonlySet<string>,
  stamp: ActionStamp,
  take?: Take,
): OutboxRecord | null {
  const after = retryRefusals(record, ids, stamp, take);
  return after && retryWrites(after, ids, stamp);
}

function retryWrites(record: OutboxRecord, ids: ReadonlySet<string>, stamp: ActionStamp): OutboxRecord {
  let next = record;
  for (const refusal of record.refused) {
    if (!ids.has(refusal.id) || isStatusRefusal(refusal) || !mayRetryWrite(refusal)) continue;
    const { id, kind, insightId: subject, deviceId, value, base, seen } = refusal;
    const { atMs, newId } = stamp;
    const write = { id: newId(), subject, deviceId, value, base, atMs, ...(seen !== undefined && { seen }) };
    next = sealWrites(dismissRefusals(next, new Set([id])), kind, [write], { batchId: newId(), atMs });
  }
  return next === record ? record : withFacts(next, { autoSentCount: 0 });
}

function mayRetryWrite({ outcome }: Pick<WriteRefusal, "outcome">): boolean {
  return outcome !== "gone" && outcome !== "overrode";
}
