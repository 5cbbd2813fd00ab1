import type { InsightStatus } from "../../../../src/domain/insight/insight.ts";
import type { ActionStamp } from "../../../../src/domain/outbox/list-changes.ts";
import {
  EMPTY_OUTBOX,
  isStatusBatch,
  type OutboxRecord,
} from "../../../../src/domain/outbox/outbox-record.ts";
import { act } from "../../../../src/domain/outbox/unsaved-list.ts";

let made = 0;

export function stampAt(atMs = 0, offline = false): ActionStamp {
  return {
    atMs,
    offline,
    newId: () => {
      made += 1;
      return `action-${made}`;
    },
  };
}

export function target(insightId: string, base: InsightStatus = "none") {
  return { insightId, deviceId: "cam-1", base };
}

/** A record after these steps, each one status for one insight. */
export function recordOf(
  ...steps: readonly [insightId: string, status: InsightStatus, base?: InsightStatus][]
): OutboxRecord {
  let record = EMPTY_OUTBOX;
  for (const [insightId, status, base] of steps) {
    const next = act(record, [target(insightId, base)], status, stampAt());
    if (next === null) throw new Error("The list is full.");
    record = next;
  }
  return record;
}

/** The statuses of the list, by insight. */
export function listOf(record: OutboxRecord): Record<string, InsightStatus> {
  return Object.fromEntries(Array.from(record.actions.values(), (one) => [one.insightId, one.insightStatus]));
}

export function batchesOf(record: OutboxRecord): Record<string, InsightStatus>[] {
  return record.batches
    .filter(isStatusBatch)
    .map((batch) => Object.fromEntries(batch.actions.map((one) => [one.insightId, one.insightStatus])));
}
