import type { InsightStatus, ReviewAction } from "../../domain/insight.ts";
import { insightsMessages } from "../../messages/insights.ts";
import type { InsightRow } from "../../query/insight-view.ts";
import type { ActionTarget, ReviewOutbox } from "../../sync/review-outbox.ts";
import { saveAndContinue, statusForRows, targetsOf } from "./action-plan.ts";
import { readableName } from "./species-label.tsx";

/** What was refused because the list is full: nothing of it is done until the person agrees. */
export interface CappedStep {
  targets: readonly ActionTarget[];
  status: InsightStatus;
}

export interface ReviewOutcome {
  /** Whether the step stands in the list now. */
  taken: boolean;
  /** For the live region. */
  said: string;
  capped: CappedStep | null;
  status: InsightStatus;
}

const { live } = insightsMessages;

/** Carries out one action on rows and says what came of it. */
export async function actOnRows(
  outbox: ReviewOutbox,
  rows: readonly InsightRow[],
  action: ReviewAction | { status: InsightStatus },
): Promise<ReviewOutcome> {
  const targets = targetsOf(rows);
  const status = typeof action === "string" ? statusForRows(rows, action) : action.status;
  const taken = await outbox.act(targets, status);
  const refused = { taken: false, capped: null, status };
  if (taken === "capped") {
    return { ...refused, said: insightsMessages.cap.literal, capped: { targets, status } };
  }
  if (taken === "forbidden") return { ...refused, said: insightsMessages.restricted };
  // The notice of the failed storage says the rest, and is heard by itself.
  if (taken === "failed") return { ...refused, said: "" };
  const [first] = rows;
  const what = rows.length === 1 && first ? readableName(first.className) : live.insights(targets.length);
  return { taken: true, said: live.acted(status, what), capped: null, status };
}

/** Goes on with a step past the cap, after the person agreed, and says how much of it was really taken. */
export async function continuePastCap(outbox: ReviewOutbox, step: CappedStep): Promise<string> {
  const taken = await saveAndContinue(outbox, step.targets, step.status);
  return taken === 0 ? "" : live.acted(step.status, live.insights(taken));
}
