import type { Clock, Ids } from "../domain/clock.ts";
import type { InsightStatus } from "../domain/insight.ts";
import { type MakeRoom, storePrecious } from "../storage/make-room.ts";
import {
  EMPTY_OUTBOX,
  isStatusRefusal,
  type OutboxRecord,
  type StoredAction,
  type StoredStep,
} from "../storage/outbox-record.ts";
import type { OutboxStorage } from "../storage/outbox-storage.ts";
import { hasOfflineActions } from "./outbox-batches.ts";
import { type ActionStamp, type ChangeSide, measuredIn, type Take } from "./outbox-changes.ts";
import { act, cancelAll, markOffline, redo, type Stepped, undo } from "./outbox-list.ts";
import { inBatches } from "./outbox-past-cap.ts";
import { dismissRefusals, retryRefusals } from "./outbox-refusals.ts";
import { sealList, withFacts } from "./outbox-seal.ts";
import {
  hasNewWork,
  newlyCompleted,
  type OutboxMoment,
  overlayOf,
  stateOf,
  writesOf,
} from "./outbox-state.ts";
import type { ActionAnswer, OutboxState, PastCap, ReviewOutbox, Undone } from "./review-outbox.ts";

export interface StoredOutboxParts {
  storage: OutboxStorage;
  clock: Clock;
  ids: Ids;
  /** False for the restricted role: then nothing is ever taken, sealed or sent. */
  maySave: boolean;
  /** Whether there is no connection at the moment. */
  isOffline: () => boolean;
  /** Asks the server about the open bulk update. */
  pollBulk: () => Promise<void>;
  /** What may go from a full device, the least missed first. */
  rooms?: readonly MakeRoom[];
  /** The server's statuses of these insights as the mirror has them; those that it does not hold are left out. */
  mirrored: (insightIds: readonly string[]) => Promise<ReadonlyMap<string, InsightStatus>>;
}

/** The outbox of this tab over the stored one, with what sync and the view need of it. */
export interface StoredReviewOutbox extends ReviewOutbox {
  record(): OutboxRecord;
  /** Applies a change that sync found out. Resolves to false, with `storageError` set, where it could not be stored. */
  change(step: (record: OutboxRecord) => OutboxRecord): Promise<boolean>;
  overlay(): Promise<ReadonlyMap<string, InsightStatus>>;
  /** The server's statuses of these insights as the mirror has them. @throws where it cannot be read */
  mirrored(insightIds: readonly string[]): Promise<ReadonlyMap<string, InsightStatus>>;
  setSending(batchId: string | null): void;
  /** Seals the whole list where it holds an action made offline: the connection is there again. */
  sealOfflineList(): Promise<void>;
  /** There was no connection when these were made, as was found out later. */
  markOffline(isDark: (action: StoredAction) => boolean): Promise<void>;
  stop(): void;
}

/** Few people ever change anything but statuses. */
const sealRules = () => import("./outbox-seal-writes.ts").catch(() => null);

const NOTHING_UNDONE: Undone = { insightIds: [], left: 0, inverse: 0 };

export function createStoredReviewOutbox(parts: StoredOutboxParts): StoredReviewOutbox {
  const { storage, clock, ids, maySave } = parts;
  const listeners = new Set<() => void>();
  let moment: OutboxMoment = {
    ready: false,
    storageError: false,
    maySend: maySave,
    sendingId: null,
    completed: null,
  };
  let record = EMPTY_OUTBOX;
  let state = stateOf(record, moment);
  let overlay: { of: OutboxRecord; statuses: ReadonlyMap<string, InsightStatus> } | null = null;

  const refresh = (change: Partial<OutboxMoment> = {}) => {
    const next = storage.current() ?? record;
    const completed = hasNewWork(record, next) ? null : (newlyCompleted(record, next) ?? moment.completed);
    moment = { ...moment, completed, ...change };
    record = next;
    state = stateOf(record, moment);
    for (const listener of listeners) listener();
  };
  const unsubscribe = storage.subscribe(() => refresh());

  // It may have been read before anybody knew whose session this is.
  const loaded = attempt(async () => storage.current() ?? (await storage.load())).then(() =>
    refresh({ ready: true }),
  );

  async function attempt<T>(work: () => Promise<T>): Promise<boolean> {
    try {
      await storePrecious(work, parts.rooms ?? []);
      if (moment.storageError) refresh({ storageError: false });
      return true;
    } catch {
      refresh({ storageError: true });
      return false;
    }
  }
  const change = (step: (before: OutboxRecord) => OutboxRecord) => attempt(() => storage.change(step));
  const stamp = (): ActionStamp => ({
    atMs: clock.now(),
    offline: parts.isOffline(),
    newId: () => ids.uuid(),
  });

  /** How a step past the cap is taken, where the person agreed to it. */
  const takeBy = (agreed: PastCap | undefined, { atMs }: ActionStamp) =>
    agreed && inBatches({ atMs, automatic: false }, () => ids.uuid());

  const mirrored = async (insightIds: readonly string[]) =>
    insightIds.length === 0 ? new Map<string, InsightStatus>() : parts.mirrored(insightIds);
  /** A mirror that cannot be read only makes what a step is laid over older. */
  const toldOf = async (insightIds: readonly string[]) => {
    const statuses = await mirrored(insightIds).catch(() => new Map<string, InsightStatus>());
    return (insightId: string) => statuses.get(insightId);
  };
  /** One step of the list: counted against the cap, stored, and answered by what came of it. */
  const takeStep = async (
    walk: (before: OutboxRecord, take: Take | undefined) => OutboxRecord | null,
    at: ActionStamp,
    agreed: PastCap | undefined,
  ): Promise<ActionAnswer> => {
    let capped = false;
    const stored = await change((before) => {
      const after = walk(before, takeBy(agreed, at));
      capped = after === null;
      return after === null || after === before ? before : withFacts(after, { autoSentCount: 0 });
    });
    if (!stored) return "failed";
    return capped ? "capped" : "taken";
  };

  /** Undo or redo: answers what it concerned once that is stored. */
  const step = async (
    walk: (before: OutboxRecord, at: ActionStamp, take: Take | undefined) => Stepped | null,
    agreed: PastCap | undefined,
    next: StoredStep | undefined,
    side: ChangeSide,
  ): Promise<Undone> => {
    let undone: Undone = NOTHING_UNDONE;
    if (!maySave) return undone;
    const told = await toldOf(measuredIn(record, next?.changes ?? [], side));
    const at = { ...stamp(), toldOf: told };
    const stored = await change((before) => {
      const stepped = walk(before, at, takeBy(agreed, at));
      undone = stepped ?? NOTHING_UNDONE;
      return stepped?.record ?? before;
    });
    const { insightIds, left, inverse } = undone;
    return stored ? { insightIds, left, inverse } : NOTHING_UNDONE;
  };

  const outbox: StoredReviewOutbox = {
    getState: (): OutboxState => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async act(targets, insightStatus, agreed) {
      if (!maySave) return "forbidden";
      const at = stamp();
      return takeStep((before, take) => act(before, targets, insightStatus, at, take), at, agreed);
    },
    undo: (agreed) => step(undo, agreed, record.steps[record.applied - 1], "before"),
    redo: (agreed) => step(redo, agreed, record.steps[record.applied], "after"),
    async cancelAll() {
      const told = await toldOf([...record.actions.keys()]);
      await change((before) => cancelAll(before, told));
    },

    async save() {
      if (!maySave) return;
      const seal = { batchId: ids.uuid(), atMs: clock.now(), automatic: false };
      await change((before) => sealList(before, seal));
    },
    async resend() {
      if (!maySave) return;
      const seal = { batchId: ids.uuid(), atMs: clock.now(), automatic: false, onlyReturned: true };
      await change((before) => sealList(before, seal));
    },
    refreshBulk: () => parts.pollBulk(),

    async dismissBulkMessage() {
      refresh({ completed: null });
      await change((before) => withFacts(before, { blocked: null, autoSentCount: 0 }));
    },
    async dismissOutcomes(outcomeIds) {
      await change((before) => dismissRefusals(before, new Set(outcomeIds)));
    },
    async retryOutcomes(outcomeIds, agreed) {
      if (!maySave) return "forbidden";
      const wanted = new Set(outcomeIds);
      const refused = record.refused.filter(({ id }) => wanted.has(id));
      const told = await toldOf(refused.filter(isStatusRefusal).map(({ insightId }) => insightId));
      const rules = refused.every(isStatusRefusal) ? null : await sealRules();
      const at = { ...stamp(), toldOf: told };
      return takeStep(
        (before, take) => {
          const after = retryRefusals(before, wanted, at, take);
          return after && (rules?.retryWrites(after, wanted, at) ?? after);
        },
        at,
        agreed,
      );
    },

    async enqueue(kind, writes) {
      if (!maySave) return "forbidden";
      const atMs = clock.now();
      const sealed = writes.map((write) => ({ ...write, id: ids.uuid(), atMs }));
      const seal = { batchId: ids.uuid(), atMs };
      const rules = await sealRules();
      return rules !== null && (await change((before) => rules.sealWrites(before, kind, sealed, seal)))
        ? "taken"
        : "failed";
    },
    waitingWrites: (kind) => writesOf(record, kind),

    record: () => record,
    change,
    async overlay() {
      await loaded;
      if (overlay?.of !== record) overlay = { of: record, statuses: overlayOf(record) };
      return overlay.statuses;
    },
    mirrored,
    setSending: (sendingId) => refresh({ sendingId }),

    async sealOfflineList() {
      await loaded;
      if (!maySave || !hasOfflineActions(record)) return;
      const atMs = clock.now();
      await change((before) => {
        if (!hasOfflineActions(before)) return before;
        let after = before;
        while (after.actions.size > 0) {
          after = sealList(after, { batchId: ids.uuid(), atMs, automatic: true });
        }
        return withFacts(after, { autoSentCount: before.actions.size });
      });
    },
    async markOffline(isDark) {
      await loaded;
      await change((before) => markOffline(before, isDark));
    },
    stop() {
      unsubscribe();
      listeners.clear();
      storage.close();
    },
  };
  return outbox;
}
