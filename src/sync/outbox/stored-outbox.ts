import { createStore } from "zustand/vanilla";
import type { Clock, Ids } from "../../domain/clock.ts";
import type { PreferredNames } from "../../domain/device/device-name.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import { EMPTY_OUTBOX, type OutboxRecord, type StoredAction } from "../../domain/outbox/outbox-record.ts";
import {
  hasNewWork,
  newlyCompleted,
  type OutboxMoment,
  type OutboxState,
  overlayOf,
  stateOf,
} from "../../domain/outbox/projection.ts";
import { hasOfflineActions } from "../../domain/outbox/queue-task.ts";
import type { EventDetails, EventResult, OutboxEvent } from "../../domain/outbox/transitions.ts";
import { type Reclaim, storePrecious } from "../../storage/device-space/reclaim-space.ts";
import type { OutboxStorage } from "../../storage/outbox/outbox-storage.ts";
import { loadOutboxChanges } from "./load-outbox-changes.ts";
import { createPreferredNames } from "./preferred-names.ts";

export interface StoredOutboxParts {
  storage: OutboxStorage;
  clock: Clock;
  ids: Ids;
  /** False for the restricted role: then nothing is ever taken, sealed or sent. */
  maySave: boolean;
  /** Free space on a full device, in this order. */
  reclaimSteps?: readonly Reclaim[];
}

/** `stored: false`: nothing was changed; `storageError` is set where the storage failed. */
export type Applied<E extends OutboxEvent> =
  | { readonly stored: true; readonly result: EventResult<E> }
  | { readonly stored: false };

/** The outbox of this tab over the stored one: the part that sync and the query engine work with. */
export interface StoredOutbox {
  getState(): OutboxState;
  subscribe(listener: () => void): () => void;
  record(): OutboxRecord;
  /** Applies an event to the stored outbox, in one transaction over all tabs. Never rejects. */
  apply<E extends OutboxEvent>(event: E, ...details: EventDetails<E>): Promise<Applied<E>>;
  /** The status of each insight that the outbox names; resolves once the stored outbox was read. */
  overlay(): Promise<ReadonlyMap<string, InsightStatus>>;
  /** The same at once; null before the stored outbox was read. */
  overlayIfRead(): ReadonlyMap<string, InsightStatus> | null;
  /** Preferred names of devices that wait to be sent, by device id; the same map until they are others. */
  preferredNames(): PreferredNames;
  setSending(batchId: string | null): void;
  /** Seals the whole list where it holds an action made offline: the connection is there again. */
  sealOfflineList(): Promise<void>;
  /** Marks actions as made offline; when they were made, the loss of the connection was not known yet. */
  markOffline(isOffline: (action: StoredAction) => boolean): Promise<void>;
  /** Removes the message of the bulk update that ended last. */
  dismissBulkMessage(): Promise<void>;
  stop(): void;
}

export function createStoredOutbox(parts: StoredOutboxParts): StoredOutbox {
  const { storage, clock, ids, maySave } = parts;
  let moment: OutboxMoment = {
    ready: false,
    storageError: false,
    onlyInPage: false,
    maySend: maySave,
    sendingId: null,
    completed: null,
  };
  let record = EMPTY_OUTBOX;
  const store = createStore<OutboxState>(() => stateOf(record, moment));
  let overlay: { of: OutboxRecord; statuses: ReadonlyMap<string, InsightStatus> } | null = null;
  const currentOverlay = () => {
    if (overlay?.of !== record) overlay = { of: record, statuses: overlayOf(record) };
    return overlay.statuses;
  };
  const preferredNames = createPreferredNames();
  let stopped = false;

  const refresh = (change: Partial<OutboxMoment> = {}) => {
    const next = storage.current() ?? record;
    const completed = hasNewWork(record, next) ? null : (newlyCompleted(record, next) ?? moment.completed);
    moment = { ...moment, completed, ...change };
    record = next;
    if (!stopped) store.setState(stateOf(record, moment), true);
  };
  const unsubscribe = storage.subscribe(() => refresh());
  const stopClearedWatch = storage.onCleared((restored) => {
    refresh(restored ? { onlyInPage: false } : { onlyInPage: true, storageError: true });
  });

  async function attempt<T>(work: () => Promise<T>): Promise<boolean> {
    try {
      await storePrecious(work, parts.reclaimSteps ?? []);
      if (moment.storageError) refresh({ storageError: false });
      return true;
    } catch {
      refresh({ storageError: true });
      return false;
    }
  }
  async function apply<E extends OutboxEvent>(event: E, ...details: EventDetails<E>): Promise<Applied<E>> {
    const changes = await loadOutboxChanges().catch(() => null);
    if (changes === null) return { stored: false };
    let applied: Applied<E> = { stored: false };
    const stored = await attempt(() =>
      storage.change((before) => {
        const result = changes.apply(before, event, ...details);
        applied = { stored: true, result };
        return changes.recordAfter(before, result);
      }),
    );
    return stored ? applied : { stored: false };
  }

  // The storage may have been read before the session was verified.
  const loaded = attempt(async () => storage.current() ?? (await storage.load())).then(() =>
    refresh({ ready: true }),
  );

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    record: () => record,
    apply,
    async overlay() {
      await loaded;
      return currentOverlay();
    },
    overlayIfRead: () => (moment.ready ? currentOverlay() : null),
    preferredNames: () => preferredNames(record),
    setSending: (sendingId) => refresh({ sendingId }),

    async sealOfflineList() {
      await loaded;
      if (!maySave || !hasOfflineActions(record.actions.values())) return;
      await apply("sealOfflineList", clock.now(), () => ids.uuid());
    },
    async markOffline(isOffline) {
      await loaded;
      await apply("markOffline", isOffline);
    },
    async dismissBulkMessage() {
      refresh({ completed: null });
      await apply("dismissMessage");
    },
    stop() {
      stopped = true;
      unsubscribe();
      stopClearedWatch();
      storage.close();
    },
  };
}
