import type { StoredAction } from "../storage/outbox-record.ts";
import type { Connection } from "./connection.ts";
import type { StoredReviewOutbox } from "./stored-review-outbox.ts";

export interface DarkTimeParts {
  connection: Connection;
  outbox: StoredReviewOutbox;
  /** When this page began. */
  startedAtMs: number;
  /** When the last pull of any page was through, as it is stored; null where none is known. */
  freshAtMs(): Promise<number | null>;
}

export interface DarkTime {
  /** The connection is not there: counts what was done since the last answer of the server as made without it. */
  mark(): Promise<void>;
  /** Resolves once what was to be marked is stored. */
  settled(): Promise<void>;
  /** Answers reach another tab from here on: what this one heard last says nothing any more. */
  forget(): void;
  stop(): void;
}

/**
 * A line that dies is found dead many seconds later. What was done in between was done without a connection; of
 * what nobody can tell, the same is assumed, since else it would never be sent by itself.
 */
export function watchDarkTime({ connection, outbox, startedAtMs, freshAtMs }: DarkTimeParts): DarkTime {
  /** The list as it was at the last answer: unlike a moment it stays right when the device's clock is set. */
  let lit: ReadonlyMap<string, StoredAction> | null = null;
  let marking: Promise<void> = Promise.resolve();
  const stop = connection.onAnswer(() => {
    if (outbox.getState().ready) lit = outbox.record().actions;
  });

  const markSince = async (seen: typeof lit) => {
    if (seen !== null) {
      await outbox.markOffline((action) => {
        const before = seen.get(action.insightId);
        return before?.id !== action.id || before.atMs !== action.atMs;
      });
      return;
    }
    // This page heard nothing yet. Another heard the server at least when it was last up to date.
    const fresh = await freshAtMs().catch(() => null);
    const sinceMs = Math.min(startedAtMs, fresh ?? startedAtMs);
    await outbox.markOffline(({ atMs }) => atMs >= sinceMs);
  };

  return {
    mark() {
      const seen = lit;
      marking = marking.then(() => markSince(seen));
      return marking;
    },
    settled: () => marking,
    forget() {
      lit = null;
    },
    stop,
  };
}
