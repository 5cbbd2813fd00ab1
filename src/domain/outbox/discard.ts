import type { OutboxRecord } from "./outbox-record.ts";
import { withFacts } from "./record-changes.ts";

/**
 * A person gives up all work that the server does not have: the list and every batch without a bulk update. Its keys are
 * not remembered as settled, because a file of it may be imported later.
 *
 * @returns null where there is none
 */
export function discardUnsent(record: OutboxRecord): OutboxRecord | null {
  const batches = record.batches.filter(({ bulk }) => bulk !== null);
  if (record.actions.size === 0 && batches.length === record.batches.length) return null;
  const emptied = { ...record, actions: new Map(), steps: [], applied: 0, batches };
  return withFacts(emptied, { blocked: null, waitMs: null, autoSentCount: 0 });
}
