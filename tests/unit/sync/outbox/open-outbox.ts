import type { Clock, Ids } from "../../../../src/domain/clock.ts";
import type { OutboxStorage } from "../../../../src/storage/outbox/outbox-storage.ts";
import { createReviewOutbox, type ServerStatuses } from "../../../../src/sync/outbox/create-review-outbox.ts";
import type { ReviewOutbox } from "../../../../src/sync/outbox/review-outbox.ts";
import { createStoredOutbox, type StoredOutbox } from "../../../../src/sync/outbox/stored-outbox.ts";

/** The outbox of one tab as a person and sync see it, without a query engine or a queue. */
export type TestOutbox = ReviewOutbox & StoredOutbox;

export function openOutbox(parts: {
  storage: OutboxStorage;
  clock: Clock;
  ids: Ids;
  maySave: boolean;
  isOffline: () => boolean;
  /** Of the mirror; left out, it holds no insights. */
  serverStatuses?: ServerStatuses;
}): TestOutbox {
  const outbox = createStoredOutbox(parts);
  const review = createReviewOutbox({
    serverStatuses: async () => new Map(),
    ...parts,
    outbox,
    pollBulk: async () => {},
    clockAheadAt: () => undefined,
  });
  return { ...outbox, ...review };
}
