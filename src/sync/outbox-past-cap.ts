import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import type { OutboxRecord } from "../storage/outbox-record.ts";
import { intoList, type Take } from "./outbox-changes.ts";
import { type Seal, sealList } from "./outbox-seal.ts";
import { sealedIn } from "./outbox-sealed.ts";

/**
 * Takes a step of any size, after the person agreed: saves what waits, then fills and saves list after list. Of a
 * step that no list can hold the last part is saved too: all of it was agreed to. One that fits into a list of its
 * own stays unsaved there. All of it is one change of the record: a page that dies in the middle has taken all or
 * nothing.
 */
export function inBatches(seal: Omit<Seal, "batchId">, newKey: () => string): Take {
  const sealAll = (record: OutboxRecord) => {
    let next = record;
    while (next.actions.size > 0) next = sealList(next, { ...seal, batchId: newKey() });
    return next;
  };
  return (record, changes, side, stamp) => {
    let next = sealAll(record);
    // No insight comes twice in a step: what its own batches say of it need not be looked for.
    const sealed = sealedIn(next, changes.length);
    for (let start = 0; start < changes.length; start += BULK_UPDATE_CAP) {
      const some = changes.slice(start, start + BULK_UPDATE_CAP);
      const filled = intoList(sealAll(next), some, side, stamp, { sealed });
      if (filled === null) return null;
      next = filled;
    }
    return changes.length > BULK_UPDATE_CAP ? sealAll(next) : next;
  };
}
