import type { OutboxRecord } from "./outbox-record.ts";

/** Small changes of a record that several transitions share. */

export function withFacts(record: OutboxRecord, facts: Partial<OutboxRecord["facts"]>): OutboxRecord {
  const next = { ...record.facts, ...facts };
  const same =
    next.blocked === record.facts.blocked &&
    next.waitMs === record.facts.waitMs &&
    next.autoSentCount === record.facts.autoSentCount &&
    next.sealedSeq === record.facts.sealedSeq;
  return same ? record : { ...record, facts: next };
}

/** How many settled keys are remembered: more than a person seals while the server knows the keys. */
const KEYS_RETAINED = 5_000;

export function withSettledKeys(record: OutboxRecord, keys: readonly string[]): OutboxRecord {
  return { ...record, settledKeys: [...record.settledKeys, ...keys].slice(-KEYS_RETAINED) };
}
