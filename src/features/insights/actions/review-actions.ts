import type { InsightStatus } from "../../../domain/insight/insight.ts";
import type { UnsavedAction } from "../../../domain/outbox/projection.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { isSentByItself } from "../../../parts/unsent-work.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { dismissToast, showToast } from "../../../state/toast-store.ts";
import type { ActionTarget, ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import { readableName } from "../facts/species-label.tsx";
import { targetsOf } from "./action-plan.ts";

/** A step that the cap refused; nothing of it is done until the person agrees. */
export interface CappedStep {
  step: InsightStatus | "undo" | "redo";
  count: number;
  /** Insights that are left out, because they were decided since. */
  decided: number;
  /** Of a new step: the number of its insights that were not decided since. */
  countUnchanged?(): Promise<number>;
  /** Takes the step in further batches, all or nothing; resolves to the words for the live region. */
  goOn(): Promise<string>;
}

export interface ReviewOutcome {
  taken: boolean;
  /** For the live region. */
  said: string;
  capped: CappedStep | null;
}

const { live } = insightsMessages;

/** The last notice of an undo after a save. */
let inverseNotice: string | null = null;

export async function actOnRows(
  outbox: ReviewOutbox,
  rows: readonly InsightRow[],
  status: InsightStatus,
): Promise<ReviewOutcome> {
  const targets = targetsOf(rows);
  const taken = await outbox.act(targets, status);
  const refused = { taken: false, capped: null };
  if (taken === "capped") {
    return { ...refused, said: insightsMessages.cap.literal, capped: cappedStep(outbox, targets, status) };
  }
  if (taken === "forbidden") return { ...refused, said: insightsMessages.restricted };
  // The notice of the failed storage is announced by itself.
  if (taken === "failed") return { ...refused, said: "" };
  const [first] = rows;
  const what = rows.length === 1 && first ? readableName(first.className) : live.insights(targets.length);
  return { taken: true, said: live.acted(status, what), capped: null };
}

function cappedStep(
  outbox: ReviewOutbox,
  targets: readonly ActionTarget[],
  status: InsightStatus,
): CappedStep {
  const changing = targets.filter(({ base }) => base !== status);
  return {
    step: status,
    count: changing.length,
    decided: 0,
    countUnchanged: () => outbox.countUnchanged(changing),
    async goOn() {
      const count = await outbox.actPastCap(changing, status);
      if (count === 0) return "";
      return (isAllQueued(outbox) ? live.actedQueued : live.acted)(status, live.insights(count));
    },
  };
}

/** An action back to the status beneath it takes it out of the list. */
export function removeActions(outbox: ReviewOutbox, actions: readonly UnsavedAction[]): Promise<void> {
  return outbox.beforeSave(removeByBase(outbox, actions));
}

async function removeByBase(outbox: ReviewOutbox, actions: readonly UnsavedAction[]): Promise<void> {
  for (const base of new Set(actions.map((action) => action.base))) {
    const targets = actions
      .filter((action) => action.base === base)
      .map(({ insightId, deviceId, insightStatus }) => ({ insightId, deviceId, base: insightStatus }));
    await outbox.act(targets, base);
  }
}

/** Undoes or redoes one step; asks first where it is past the cap. */
export async function undoOrRedo(
  outbox: ReviewOutbox,
  event: "undo" | "redo",
): Promise<{ insightIds: readonly string[]; said: string; capped: CappedStep | null }> {
  const { insightIds, left, inverse } = await outbox[event]();
  const done = undoWords(event, insightIds.length, inverse, oppositeIn(outbox));
  if (left === 0) return { insightIds, said: done, capped: null };
  const goOn = async () => {
    const rest = await outbox[event]("sealFullLists");
    const opposite = isAllQueued(outbox) ? "queued" : oppositeIn(outbox);
    return undoWords(event, rest.insightIds.length, rest.inverse, opposite);
  };
  const { literal, steps } = insightsMessages.cap;
  const said = [done === "" ? "" : `${done}.`, steps[event](left), literal].filter(Boolean).join(" ");
  return { insightIds, said, capped: { step: event, count: left, decided: 0, goOn } };
}

/** What becomes of inverse actions. Where the list holds an action made offline, all of it is sent without Save. */
function oppositeIn(outbox: ReviewOutbox): "follows" | "waits" {
  return isSentByItself(outbox.getState().unsaved) ? "follows" : "waits";
}

/** A step past the cap is queued whole, so that the list is empty. */
function isAllQueued(outbox: ReviewOutbox): boolean {
  return outbox.getState().unsaved.length === 0;
}

/** The undo of a saved action adds an inverse action instead of removing a line, so that it is shown on screen too. */
function undoWords(
  event: "undo" | "redo",
  count: number,
  inverse: number,
  opposite: Parameters<typeof live.undone>[2],
): string {
  if (count === 0) return "";
  const words = event === "undo" ? live.undone(count, inverse, opposite) : live.redone(count);
  if (inverse > 0) {
    // One notice for steps that are undone one after the other: on a phone three would cover a third of the screen.
    if (inverseNotice !== null) dismissToast(inverseNotice);
    inverseNotice = showToast({ message: words });
  }
  return words;
}
