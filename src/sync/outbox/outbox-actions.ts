import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { ActionStamp } from "../../domain/outbox/list-changes.ts";
import { isStatusRefusal } from "../../domain/outbox/outbox-record.ts";
import { sealFullLists } from "../../domain/outbox/overflow.ts";
import { statusesNeeded } from "../../domain/outbox/statuses-needed.ts";
import { unchangedTargets } from "../../domain/outbox/unchanged-targets.ts";
import type { OutboxActions, ReviewOutboxParts } from "./create-review-outbox.ts";
import type { ActionAnswer, ActionTarget, NewWrite, OverflowPolicy, Undone } from "./review-outbox.ts";
import type { Applied } from "./stored-outbox.ts";

const NOTHING_UNDONE: Undone = { insightIds: [], left: 0, inverse: 0 };

/** A person's changes of the stored outbox; the caller has checked that the role may save. */
export function createOutboxActions(parts: ReviewOutboxParts): OutboxActions {
  const { outbox, clock, ids } = parts;
  const newKey = () => ids.uuid();
  const stamp = (): ActionStamp => {
    const atMs = clock.now();
    return { atMs, aheadMs: parts.clockAheadAt(atMs), offline: parts.isOffline(), newId: newKey };
  };
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
    const known = await serverStatusOf(statusesNeeded(outbox.record(), event));
    const at = { ...stamp(), serverStatusOf: known };
    const applied = await outbox.apply(event, at, takeBy(agreed, at));
    if (!applied.stored || applied.result === null) return NOTHING_UNDONE;
    const { insightIds, left, inverse } = applied.result;
    return { insightIds, left, inverse };
  };
  const seal = async (onlyReturned: boolean): Promise<number> => {
    const batchId = newKey();
    const seal = { batchId, atMs: clock.now(), automatic: false, onlyReturned };
    const applied = await outbox.apply("sealList", seal);
    if (!applied.stored) return 0;
    return applied.result.batches.find((batch) => batch.batchId === batchId)?.actions.length ?? 0;
  };

  const sealed = (kind: string, writes: readonly NewWrite[], batchId: string, held: boolean) => {
    const atMs = clock.now();
    const stamped = writes.map((write) => ({ ...write, id: newKey(), atMs }));
    return outbox.apply("sealWrites", kind, stamped, { batchId, atMs, held });
  };

  return {
    async act(targets, insightStatus, agreed) {
      const at = stamp();
      return answerOf(await outbox.apply("act", targets, insightStatus, at, takeBy(agreed, at)));
    },
    async actPastCap(targets, insightStatus) {
      const at = { ...stamp(), serverStatusOf: await serverStatusOf(idsOf(targets)) };
      const take = sealFullLists({ atMs: at.atMs, automatic: false }, newKey);
      const applied = await outbox.apply("actPastCap", targets, insightStatus, at, take);
      return applied.stored ? (applied.result?.count ?? 0) : 0;
    },
    async countUnchanged(targets) {
      const known = await serverStatusOf(idsOf(targets));
      return unchangedTargets(outbox.record(), targets, known).length;
    },
    undo: (agreed) => step("undo", agreed),
    redo: (agreed) => step("redo", agreed),
    async cancelAll() {
      await outbox.apply("cancelAll", await serverStatusOf([...outbox.record().actions.keys()]));
    },

    async discardUnsent() {
      await outbox.apply("discardUnsent");
    },

    save: () => seal(false),
    async resend() {
      await seal(true);
    },

    async dismissOutcomes(outcomeIds) {
      await outbox.apply("dismissRefusals", new Set(outcomeIds));
    },
    async retryOutcomes(outcomeIds, agreed) {
      const wanted = new Set(outcomeIds);
      const refused = outbox.record().refused.filter(({ id }) => wanted.has(id));
      const known = await serverStatusOf(refused.filter(isStatusRefusal).map(({ insightId }) => insightId));
      const at = { ...stamp(), serverStatusOf: known };
      const take = takeBy(agreed, at);
      return answerOf(await outbox.apply("retryAll", wanted, at, take));
    },

    async enqueue(kind, writes) {
      const { stored } = await sealed(kind, writes, newKey(), false);
      return stored ? "taken" : "failed";
    },
    async enqueueHeld(kind, writes) {
      const batchId = newKey();
      const { stored } = await sealed(kind, writes, batchId, true);
      return stored ? batchId : null;
    },
    async takeBack(heldId) {
      const applied = await outbox.apply("dropHeld", heldId);
      return applied.stored && applied.result !== null;
    },
  };
}

function idsOf(targets: readonly ActionTarget[]): string[] {
  return targets.map(({ insightId }) => insightId);
}

function answerOf(applied: Applied<"act" | "retryAll">): ActionAnswer {
  if (!applied.stored) return "failed";
  return applied.result === null ? "capped" : "taken";
}
