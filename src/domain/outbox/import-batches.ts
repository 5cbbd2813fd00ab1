import type { OutboxRecord, StoredAction, StoredBatch } from "./outbox-record.ts";
import { knownKeys } from "./projection.ts";
import { statusSealed } from "./sealed-statuses.ts";

/** The transition that takes the batches of an exported file. */

interface Imported {
  readonly record: OutboxRecord;
  /** The number of actions in the accepted batches. */
  readonly taken: number;
}

/**
 * Puts batches of a file into the queue; a batch with a known key is skipped.
 *
 * They are placed before all batches that were not submitted yet, and beneath the list. An order by `sealedAtMs`
 * would depend on the clock of another phone: if it runs two days ahead, its old work would override what this person
 * sees here. If the file is newer after all, the server reports which status replaced which. Among themselves the
 * batches keep the order of the file, also if an earlier file of the same phone contained the first of them.
 */
export function importBatches(record: OutboxRecord, imported: readonly StoredBatch[]): Imported {
  const known = knownKeys(record);
  let batches = [...record.batches];
  const open = batches.findIndex(({ bulk }) => bulk === null);
  let place = open < 0 ? batches.length : open;
  let taken = 0;
  for (const batch of imported) {
    const there = batches.findIndex(({ batchId }) => batchId === batch.batchId);
    if (there >= 0) place = Math.max(place, there + 1);
    if (known.has(batch.batchId)) continue;
    known.add(batch.batchId);
    taken += batch.actions.length;
    batches.splice(place, 0, batch);
    place += 1;
  }
  if (batches.length === record.batches.length) return { record, taken };
  const first = record.batches[0]?.position ?? 1;
  batches = batches.map((batch, index) => {
    const position = first + index;
    return batch.position === position ? batch : { ...batch, position };
  });
  return { record: listOverBatches({ ...record, batches }), taken };
}

/** Rebases the list onto the imported batches. */
function listOverBatches(record: OutboxRecord): OutboxRecord {
  const actions = new Map<string, StoredAction>();
  for (const action of record.actions.values()) {
    const base = statusSealed(record, action.insightId) ?? action.base;
    if (base !== action.insightStatus) {
      actions.set(action.insightId, base === action.base ? action : { ...action, base });
    }
  }
  return { ...record, actions };
}
