import type { BatchRefusal } from "../domain/bulk-update.ts";
import type { HttpOutcome } from "../platform/http.ts";
import {
  isStatusBatch,
  type OutboxRecord,
  type RefusedOutcome,
  type StoredBatch,
} from "../storage/outbox-record.ts";
import { byInsight, rebasedBatches, rebasedList } from "./outbox-rebase.ts";
import { withRefusalsOf } from "./outbox-refusals.ts";
import { withFacts, withSettledKeys } from "./outbox-seal.ts";
import { statusSealed } from "./outbox-sealed.ts";

/** What a whole batch is refused with when no further try would change that. */
export interface LastingRefusal {
  outcome: BatchRefusal;
  said: string | null;
}

const LASTING = [400, 403, 413, 422];

/**
 * Whether an answer refuses a call for good. Only our own server's word counts, which names its protocol and a
 * code: a portal or a proxy that says 403 will be out of the way some day, and knows nothing of the batch.
 */
export function lastingRefusal(outcome: HttpOutcome<unknown>): LastingRefusal | null {
  if (outcome.kind !== "refusal" || outcome.protocol === null) return null;
  const { code, errors } = outcome.refusal;
  if (!LASTING.includes(outcome.status) || code === null || code === "key_reused") return null;
  const field = Object.entries(errors).find(([name]) => name !== "general")?.[1];
  return {
    outcome: code === "forbidden" ? "notAllowed" : "notAccepted",
    said: field ?? errors.general ?? null,
  };
}

/**
 * Takes a batch out of the queue that was refused for good, so that the next ones go on: its actions join the list
 * of what was refused. Those that a later batch or the list supersedes are dropped, as nobody wants them any more.
 */
export function refuseBatch(record: OutboxRecord, batchId: string, refusal: LastingRefusal): OutboxRecord {
  const place = record.batches.findIndex((batch) => batch.batchId === batchId && batch.bulk === null);
  const refused = record.batches[place];
  if (refused === undefined) return record;
  const left = withoutBatch(record, refused, place);
  const rest = stillWanted(record, refused, place);
  const outcomes = rest.actions.map((action): RefusedOutcome => {
    const insightId = "insightId" in action ? action.insightId : action.subject;
    const said = refusal.said === null ? {} : { said: refusal.said };
    return {
      insightId,
      deviceId: action.deviceId,
      outcome: refusal.outcome,
      by: null,
      atMs: null,
      ...said,
    };
  });
  // A file that was exported before must not bring it back.
  const next = withSettledKeys(withRefusalsOf(left, rest, { bulkId: batchId, outcomes }), [batchId]);
  return withFacts(next, next.batches.length === 0 ? { autoSentCount: 0 } : {});
}

function withoutBatch(record: OutboxRecord, refused: StoredBatch, place: number): OutboxRecord {
  const earlier = record.batches.slice(0, place);
  const after = record.batches.slice(place + 1);
  if (!isStatusBatch(refused)) return { ...record, batches: [...earlier, ...after] };
  const rebased = rebasedBatches(after, refused.actions);
  const list = rebasedList({ ...record, batches: rebased }, refused.actions);
  return { ...record, batches: [...earlier, ...rebased], actions: byInsight(list) };
}

/** An earlier batch does not supersede: it may be done, and wait for the mirror. */
function stillWanted(record: OutboxRecord, refused: StoredBatch, place: number): StoredBatch {
  if (!isStatusBatch(refused)) return refused;
  const later = { ...record, batches: record.batches.slice(place + 1) };
  const actions = refused.actions.filter(
    ({ insightId, insightStatus, base }) =>
      insightStatus !== base &&
      !record.actions.has(insightId) &&
      statusSealed(later, insightId) === undefined,
  );
  return { ...refused, actions };
}
