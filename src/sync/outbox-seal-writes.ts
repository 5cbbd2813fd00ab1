import { BULK_STATUS } from "../domain/bulk-update.ts";
import {
  isStatusBatch,
  isStatusRefusal,
  type OutboxRecord,
  type StoredBatch,
  type StoredWrite,
  type WriteBatch,
  type WriteFields,
  type WriteRefusal,
} from "../storage/outbox-record.ts";
import type { ActionStamp } from "./outbox-changes.ts";
import { dismissRefusals } from "./outbox-refusals.ts";
import { type Seal, withBatch, withSettledKeys } from "./outbox-seal.ts";
import { fieldsWhere, isFields } from "./outbox-writes.ts";

/** How actions of other kinds than statuses come into the queue: pure functions, loaded with the first such action. */

/**
 * Seals actions of another kind the moment they are made: they do not wait for Save, and go out with the next
 * connection. Like all that was sealed without a Save they are tried again by themselves. One alone joins what waits
 * for the same subject, where that is sure not to be on its way.
 */
export function sealWrites(
  record: OutboxRecord,
  kind: string,
  writes: readonly StoredWrite[],
  seal: Pick<Seal, "batchId" | "atMs">,
): OutboxRecord {
  const [first, ...others] = writes;
  if (first === undefined) return record;
  const merged = others.length === 0 ? mergedIntoWaiting(record, kind, first, seal.batchId) : null;
  return merged === null
    ? withBatch(record, { kind, actions: writes }, { ...seal, automatic: true })
    : withSettledKeys({ ...record, batches: merged.batches }, [merged.settledKey]);
}

/**
 * Lays a write over one of the same subject that waits, in that one's place, where that cannot have been sent yet:
 * batches go one after the other, so it is enough that an earlier one is not done (see `unsealStep`). The key is a
 * new one, as the old one may lie in an exported file. Fields that are back at what the person saw at first go
 * out of it, and with the last of them the whole of it.
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
    actions: [{ ...waiting, value, base: fieldsWhere(base, (name) => name in value), atMs: write.atMs }],
  };
  return {
    batches: batches.flatMap((batch) =>
      batch !== there ? [batch] : Object.keys(value).length === 0 ? [] : [merged],
    ),
    settledKey: there.batchId,
  };
}

/** Wants what was refused of other kinds once more, sealed at once as all of their kind; what is gone or done stays. */
export function retryWrites(
  record: OutboxRecord,
  ids: ReadonlySet<string>,
  stamp: ActionStamp,
): OutboxRecord {
  let next = record;
  for (const refusal of record.refused) {
    if (!ids.has(refusal.id) || isStatusRefusal(refusal) || !mayRetryWrite(refusal)) continue;
    const { id, kind, insightId: subject, deviceId, value, base } = refusal;
    const { atMs, newId } = stamp;
    const write = { id: newId(), subject, deviceId, value, base, atMs };
    next = sealWrites(dismissRefusals(next, new Set([id])), kind, [write], { batchId: newId(), atMs });
  }
  return next;
}

function mayRetryWrite({ outcome }: Pick<WriteRefusal, "outcome">): boolean {
  return outcome !== "gone" && outcome !== "overrode";
}
