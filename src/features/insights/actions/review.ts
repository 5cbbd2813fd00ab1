import type { InsightStatus, ReviewAction } from "../../../domain/insight/insight.ts";
import type { UnsavedAction } from "../../../domain/outbox/projection.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { CappedStep } from "./review-actions.ts";

/** The steps of a reviewer, and the outcome of the last one. */
export interface Review {
  /** The last words of the live region. */
  said: string;
  capped: CappedStep | null;
  /** The status of the last step, from its key on, also before it is stored: for `.`, which repeats it. */
  lastStatus(): InsightStatus | null;
  /** Notes the status of a key that changes nothing, because the row has it already: `.` repeats that key too. */
  note(status: InsightStatus): void;
  /** Whether the outbox refused to store the last step. */
  failed: boolean;
  act(rows: readonly InsightRow[], action: ReviewAction | { status: InsightStatus }): Promise<boolean>;
  /** Resolves to the ids of the insights that changed. */
  undo(): Promise<readonly string[]>;
  redo(): Promise<readonly string[]>;
  cancelAll(): void;
  /** Takes these actions out of the list, as one step for each status beneath them. */
  remove(actions: readonly UnsavedAction[]): void;
  save(): void;
  /** For its key: saves, or where the list is empty, continues with the step that the cap refused. */
  saveOrContinue(): void;
  continuePastCap(): void;
  leaveCapped(): void;
}
