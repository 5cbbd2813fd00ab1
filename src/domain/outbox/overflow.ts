import { BULK_UPDATE_CAP } from "../bulk-update.ts";
import { intoList, type Take } from "./list-changes.ts";
import { type Seal, sealAll } from "./seal.ts";
import { sealedIn } from "./sealed-statuses.ts";

/**
 * The overflow policy for a step of any size, with the person's consent: seals the list, then fills and seals list
 * after list. The last part of a step that exceeds one list is sealed too; a step that fits into one list stays
 * unsaved in it. All of it is one change of the record, so that a page that is killed has stored all or nothing.
 */
export function sealFullLists(seal: Omit<Seal, "batchId">, newKey: () => string): Take {
  return (record, changes, side, stamp) => {
    let next = sealAll(record, seal, newKey);
    // Each insight occurs once in a step, so the batches that the step itself fills need no lookup.
    const sealed = sealedIn(next, changes.length);
    for (let start = 0; start < changes.length; start += BULK_UPDATE_CAP) {
      const some = changes.slice(start, start + BULK_UPDATE_CAP);
      const filled = intoList(sealAll(next, seal, newKey), some, side, stamp, { sealed });
      if (filled === null) return null;
      next = filled;
    }
    return changes.length > BULK_UPDATE_CAP ? sealAll(next, seal, newKey) : next;
  };
}
