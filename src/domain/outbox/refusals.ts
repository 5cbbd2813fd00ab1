import type { InsightStatus } from "../insight/insight.ts";
import { onlyFields, withoutFields } from "./field-edits.ts";
import type { ActionStamp, Take } from "./list-changes.ts";
import {
  isStatusBatch,
  isStatusRefusal,
  type OutboxRecord,
  type StatusRefusal,
  type StoredBatch,
  type StoredOutcome,
  type StoredRefusal,
  type WriteFields,
  type WriteRefusal,
  type WriteValue,
} from "./outbox-record.ts";
import { withFacts } from "./record-changes.ts";
import { actEach, type StatusTarget } from "./unsaved-list.ts";

/** Transitions of the list of refusals: actions that were refused, or that replaced another person's status. */

/**
 * Adds the outcomes that a person can act on, which "noop" is not. Earlier refusals of the same insights or fields
 * are out of date and removed, whatever the new outcome is.
 */
export function withRefusalsOf(
  record: OutboxRecord,
  batch: StoredBatch,
  bulk: { readonly bulkId: string; readonly outcomes: readonly StoredOutcome[] },
): OutboxRecord {
  const wanted = wantedBy(batch);
  const left = (refusal: StoredRefusal): StoredRefusal | null => {
    const want = wanted.get(refusal.insightId);
    if (want === undefined || isStatusRefusal(refusal) !== "insightStatus" in want) return refusal;
    if (isStatusRefusal(refusal) || "insightStatus" in want) return null;
    if (refusal.kind !== want.kind) return refusal;
    const fields = typeof want.value === "string" ? undefined : Object.keys(want.value);
    const value = withoutFields(refusal.value, fields);
    if (value === null || typeof refusal.value === "string") return null;
    return fields?.some((field) => field in (refusal.value as WriteFields)) ? { ...refusal, value } : refusal;
  };
  const kept = record.refused.map(left).filter((refusal) => refusal !== null);
  const added = bulk.outcomes.flatMap((outcome): StoredRefusal[] => {
    const want = wanted.get(outcome.insightId);
    if (want === undefined || outcome.outcome === "noop") return [];
    const id = [bulk.bulkId, outcome.insightId, ...(outcome.fields ?? [])].join(":");
    if ("insightStatus" in want) return [{ ...outcome, id, ...want }];
    const { kind, value, base, seen } = want;
    const of = (fields: WriteValue) => onlyFields(fields, outcome.fields);
    return [{ ...outcome, id, kind, value: of(value), base: of(base), ...(seen !== undefined && { seen }) }];
  });
  const same =
    kept.length === record.refused.length && kept.every((refusal, at) => refusal === record.refused[at]);
  if (added.length === 0 && same) return record;
  return { ...record, refused: [...kept, ...added] };
}

type Want =
  | Pick<StatusRefusal, "insightStatus" | "seen">
  | Pick<WriteRefusal, "kind" | "value" | "base" | "seen">;

function wantedBy(batch: StoredBatch): Map<string, Want> {
  return isStatusBatch(batch)
    ? new Map(
        batch.actions.map(({ insightId, insightStatus, seen }) => [
          insightId,
          { insightStatus, ...(seen !== undefined && { seen }) },
        ]),
      )
    : new Map(
        batch.actions.map(({ subject, value, base, seen }) => [
          subject,
          { kind: batch.kind, value, base, ...(seen !== undefined && { seen }) },
        ]),
      );
}

export function dismissRefusals(record: OutboxRecord, ids: ReadonlySet<string>): OutboxRecord {
  const refused = record.refused.filter((refusal) => !ids.has(refusal.id));
  return refused.length === record.refused.length ? record : { ...record, refused };
}

/**
 * Creates refused actions again, over the present statuses and as one step; they leave the list of refusals. An
 * insight that is not on this device (`stamp.serverStatusOf` does not know it), is another one by now, or has the
 * status already, stays in the list.
 *
 * @returns null where the list has no room for them
 */
export function retryRefusals(
  record: OutboxRecord,
  ids: ReadonlySet<string>,
  stamp: ActionStamp,
  take?: Take,
): OutboxRecord | null {
  const targets: (StatusTarget & { id: string; insightStatus: InsightStatus })[] = [];
  for (const refusal of record.refused) {
    const base = stamp.serverStatusOf?.(refusal.insightId);
    if (base === undefined || !ids.has(refusal.id) || !isStatusRefusal(refusal)) continue;
    if (base === refusal.insightStatus || refusal.outcome === "mismatch") continue;
    targets.push({ ...refusal, base, serverStatus: base });
  }
  const after = actEach(record, targets, stamp, take);
  if (after === null || targets.length === 0) return after;
  const retried = dismissRefusals(after, new Set(targets.map(({ id }) => id)));
  return withFacts(retried, { autoSentCount: 0 });
}
