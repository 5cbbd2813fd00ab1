import type { BatchRefusal } from "../domain/bulk-update.ts";
import type { HttpOutcome } from "../platform/http.ts";
import {
  isStatusBatch,
  type OutboxRecord,
  type StoredBatch,
  type StoredOutcome,
} from "../storage/outbox-record.ts";
import { byInsight, rebasedBatches, rebasedList } from "./outbox-rebase.ts";
import { withRefusalsOf } from "./outbox-refusals.ts";
import { withFacts, withSettledKeys } from "./outbox-seal.ts";
import { statusSealed } from "./outbox-sealed.ts";
import { rebasedWrites } from "./outbox-writes.ts";

/** What a whole batch is refused with when no further try would change that. */
export interface LastingRefusal {
  outcome: BatchRefusal | "gone";
  /** Left out where the server gave no reason. */
  said?: string;
  /** The field that it names. */
  saidOf?: string;
}

const LASTING = [400, 403, 413, 422];

/**
 * Whether an answer refuses a call for good. Only our own server's word counts, which names its protocol and a
 * code: a portal or a proxy that says 403 will be out of the way some day, and knows nothing of the batch.
 *
 * @param namesOne the call is about one thing, which is gone where the server knows none of that name
 */
export function lastingRefusal(outcome: HttpOutcome<unknown>, namesOne = false): LastingRefusal | null {
  if (outcome.kind !== "refusal" || outcome.protocol === null) return null;
  const { code, errors } = outcome.refusal;
  const isGone = namesOne && code === "not_found";
  if (!isGone && (!LASTING.includes(outcome.status) || code === null || code === "key_reused")) return null;
  const [saidOf, of] = Object.entries(errors).find(([name]) => name !== "general") ?? [];
  const said = of ?? errors.general;
  return {
    outcome: code === "forbidden" ? "notAllowed" : isGone && saidOf === undefined ? "gone" : "notAccepted",
    ...(said !== undefined && { said }),
    ...(saidOf !== undefined && { saidOf }),
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
  const outcomes = rest.actions.map((action): StoredOutcome => {
    const insightId = "insightId" in action ? action.insightId : action.subject;
    return { insightId, deviceId: action.deviceId, by: null, atMs: null, ...refusal };
  });
  // A file that was exported before must not bring it back.
  const next = withSettledKeys(withRefusalsOf(left, rest, { bulkId: batchId, outcomes }), [batchId]);
  return withFacts(next, next.batches.length === 0 ? { autoSentCount: 0 } : {});
}

function withoutBatch(record: OutboxRecord, refused: StoredBatch, place: number): OutboxRecord {
  const earlier = record.batches.slice(0, place);
  const after = record.batches.slice(place + 1);
  if (!isStatusBatch(refused)) {
    return { ...record, batches: [...earlier, ...rebasedWrites(after, refused)] };
  }
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
