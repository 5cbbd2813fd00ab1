import type { Clock, Ids } from "../../domain/clock.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { ActionStamp } from "../../domain/outbox/list-changes.ts";
import { isStatusRefusal } from "../../domain/outbox/outbox-record.ts";
import { sealFullLists } from "../../domain/outbox/overflow.ts";
import { writesOf } from "../../domain/outbox/projection.ts";
import { statusesNeeded } from "../../domain/outbox/statuses-needed.ts";
import { loadTransition } from "../../domain/outbox/transitions.ts";
import type { ActionAnswer, OverflowPolicy, ReviewOutbox, Undone } from "./review-outbox.ts";
import type { Applied, StoredOutbox } from "./stored-outbox.ts";

/** Answers the server's statuses of insights; those that this device does not hold are left out. */
export type ServerStatuses = (insightIds: readonly string[]) => Promise<ReadonlyMap<string, InsightStatus>>;

export interface ReviewOutboxParts {
  outbox: StoredOutbox;
  /**
   * Answered by the query engine, which reads the overlay of `outbox`; nothing here is asked by the engine in turn.
   * May reject where the mirror cannot be read.
   */
  serverStatuses: ServerStatuses;
  /** Asks the server about the open bulk update. */
  pollBulk: () => Promise<void>;
  clock: Clock;
  ids: Ids;
  /** False for the restricted role: then nothing is ever taken, sealed or sent. */
  maySave: boolean;
  /** Whether there is no connection at the moment. */
  isOffline: () => boolean;
}

const NOTHING_UNDONE: Undone = { insightIds: [], left: 0, inverse: 0 };

/** What a person does with the stored outbox. */
export function createReviewOutbox(parts: ReviewOutboxParts): ReviewOutbox {
  const { outbox, clock, ids, maySave } = parts;
  const newKey = () => ids.uuid();
  const stamp = (): ActionStamp => ({ atMs: clock.now(), offline: parts.isOffline(), newId: newKey });
  const takeBy = (agreed: OverflowPolicy | undefined, { atMs }: ActionStamp) =>
    agreed && sealFullLists({ atMs, automatic: false }, newKey);

  /** Where the mirror cannot be read, a step is measured against the older status that the outbox itself knows. */
  const serverStatusOf = async (insightIds: readonly string[]) => {
    const none: ReadonlyMap<string, InsightStatus> = new Map();
    const statuses =
      insightIds.length === 0 ? none : await parts.serverStatuses(insightIds).catch(() => none);
    return (insightId: string) => statuses.get(insightId);
  };

  const step = async (event: "undo" | "redo", agreed: OverflowPolicy | undefined): Promise<Undone> => {
    if (!maySave) return NOTHING_UNDONE;
    const known = await serverStatusOf(statusesNeeded(outbox.record(), event));
    const at = { ...stamp(), serverStatusOf: known };
    const applied = await outbox.apply(event, at, takeBy(agreed, at));
    if (!applied.stored || applied.result === null) return NOTHING_UNDONE;
    const { insightIds, left, inverse } = applied.result;
    return { insightIds, left, inverse };
  };
  const seal = async (onlyReturned: boolean) => {
    if (!maySave) return;
    await outbox.apply("sealList", { batchId: newKey(), atMs: clock.now(), automatic: false, onlyReturned });
  };

  return {
    getState: outbox.getState,
    subscribe: outbox.subscribe,

    async act(targets, insightStatus, agreed) {
      if (!maySave) return "forbidden";
      const at = stamp();
      return answerOf(await outbox.apply("act", targets, insightStatus, at, takeBy(agreed, at)));
    },
    undo: (agreed) => step("undo", agreed),
    redo: (agreed) => step("redo", agreed),
    async cancelAll() {
      await outbox.apply("cancelAll", await serverStatusOf([...outbox.record().actions.keys()]));
    },

    save: () => seal(false),
    resend: () => seal(true),
    refreshBulk: () => parts.pollBulk(),

    dismissBulkMessage: outbox.dismissBulkMessage,
    async dismissOutcomes(outcomeIds) {
      await outbox.apply("dismissRefusals", new Set(outcomeIds));
    },
    async retryOutcomes(outcomeIds, agreed) {
      if (!maySave) return "forbidden";
      const wanted = new Set(outcomeIds);
      const refused = outbox.record().refused.filter(({ id }) => wanted.has(id));
      const known = await serverStatusOf(refused.filter(isStatusRefusal).map(({ insightId }) => insightId));
      const at = { ...stamp(), serverStatusOf: known };
      const take = takeBy(agreed, at);
      const event = refused.every(isStatusRefusal) || !(await canRetryAll()) ? "retryRefusals" : "retryAll";
      return answerOf(await outbox.apply(event, wanted, at, take));
    },

    async enqueue(kind, writes) {
      if (!maySave) return "forbidden";
      const atMs = clock.now();
      const sealed = writes.map((write) => ({ ...write, id: newKey(), atMs }));
      const { stored } = await outbox.apply("sealWrites", kind, sealed, { batchId: newKey(), atMs });
      return stored ? "taken" : "failed";
    },
    waitingWrites: (kind) => writesOf(outbox.record(), kind),
  };
}

function answerOf(applied: Applied<"act" | "retryRefusals" | "retryAll">): ActionAnswer {
  if (!applied.stored) return "failed";
  return applied.result === null ? "capped" : "taken";
}

/** Where that code cannot be loaded, the statuses are retried, and the rest stays in the list. */
async function canRetryAll(): Promise<boolean> {
  return loadTransition("retryAll").then(
    () => true,
    () => false,
  );
}
