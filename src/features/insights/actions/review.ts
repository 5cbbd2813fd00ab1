import type { InsightStatus, ReviewAction } from "../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { CappedStep } from "./review-actions.ts";

/** The steps of a reviewer, and the outcome of the last one. */
export interface Review {
  /** What the live region says last. */
  said: string;
  /** The step that the cap refused, until the person decides. */
  capped: CappedStep | null;
  /** The status that the last action gave; what `.` repeats. */
  lastStatus: InsightStatus | null;
  /** Whether the outbox refused to store the last step. */
  failed: boolean;
  act(rows: readonly InsightRow[], action: ReviewAction | { status: InsightStatus }): Promise<boolean>;
  /** Answers the insights that were concerned. */
  undo(): Promise<readonly string[]>;
  redo(): Promise<readonly string[]>;
  cancelAll(): void;
  save(): void;
  continuePastCap(): void;
  leaveCapped(): void;
}
