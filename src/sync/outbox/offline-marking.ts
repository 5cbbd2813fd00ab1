import type { StoredAction } from "../../domain/outbox/outbox-record.ts";
import type { Connection } from "../connection/connection.ts";
import type { StoredOutbox } from "./stored-outbox.ts";

export interface OfflineMarkingParts {
  connection: Connection;
  outbox: StoredOutbox;
  /** Start of this page. */
  startedAtMs: number;
  /** When the last pull of any page was through, as it is stored; null where none is known. */
  freshAtMs(): Promise<number | null>;
}

export interface OfflineMarking {
  /** Marks actions since the server's last answer as made offline. */
  mark(): Promise<void>;
  /** Resolves once the marks are stored. */
  settled(): Promise<void>;
  /** Another tab receives the answers from here on: the last one of this tab is out of date. */
  forget(): void;
  stop(): void;
}

/**
 * A lost connection is noticed only after a timeout. Actions since the last server answer are marked offline, so that
 * they are sent after reconnecting. The same is assumed of actions whose time cannot be compared with an answer.
 */
export function watchForOfflineMarking({
  connection,
  outbox,
  startedAtMs,
  freshAtMs,
}: OfflineMarkingParts): OfflineMarking {
  /** The list at the last answer; unlike a time it stays right when the device's clock is set. */
  let atLastAnswer: ReadonlyMap<string, StoredAction> | null = null;
  let marking: Promise<void> = Promise.resolve();
  const stop = connection.onAnswer(() => {
    if (outbox.getState().ready) atLastAnswer = outbox.record().actions;
  });

  const markSince = async (seen: typeof atLastAnswer) => {
    if (seen !== null) {
      await outbox.markOffline((action) => {
        const before = seen.get(action.insightId);
        return before?.id !== action.id || before.atMs !== action.atMs;
      });
      return;
    }
    // This page has had no answer yet; the server answered some page when the mirror was last fresh.
    const fresh = await freshAtMs().catch(() => null);
    const sinceMs = Math.min(startedAtMs, fresh ?? startedAtMs);
    await outbox.markOffline(({ atMs }) => atMs >= sinceMs);
  };

  return {
    mark() {
      const seen = atLastAnswer;
      marking = marking.then(() => markSince(seen));
      return marking;
    },
    settled: () => marking,
    forget() {
      atLastAnswer = null;
    },
    stop,
  };
}
