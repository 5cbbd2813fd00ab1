import { type DecisionSpan, isSurelyEarlier } from "./decision-time.ts";
import type { InsightStatus } from "./insight/insight.ts";

/** The kind of an action that dismisses what a person was told; its value lists ids, see dismissedIds. */
export const REPLACED_DISMISSAL = "replacedDismissal";

/** The ids of one action that dismisses: few actions for many ids. */
export function dismissalValue(ids: readonly string[]): string {
  return ids.join(",");
}

export function dismissedIds(value: unknown): string[] {
  return typeof value === "string" ? value.split(",").filter((id) => /^[1-9]\d{0,14}$/.test(id)) : [];
}

/** One person's decision about the status of an insight. */
export interface PersonDecision {
  readonly userId: number;
  readonly made: DecisionSpan;
  /** When the server received it, epoch milliseconds. */
  readonly arrivedAtMs: number;
}

/** A decision that another person's later-arriving one replaced. */
export interface ReplacedDecision {
  /** The person who is told. */
  readonly userId: number;
  readonly status: InsightStatus;
  readonly made: DecisionSpan;
  readonly arrivedAtMs: number;
  readonly by: PersonDecision & { readonly status: InsightStatus };
  /** The replacing one was made before the replaced one for certain, although it arrived after it. */
  readonly madeEarlier: boolean;
}

/**
 * The decisions that a new status replaces: those of every other person who had set, or confirmed, the status that
 * stood. Nobody loses to themselves: the device that sent the decision reports it.
 *
 * @param standing the persons whose decision the status `status` was
 */
export function replacedDecisions(
  { status, standing }: { status: InsightStatus; standing: readonly PersonDecision[] },
  by: ReplacedDecision["by"],
): ReplacedDecision[] {
  if (by.status === status) return [];
  return standing
    .filter(({ userId }) => userId !== by.userId)
    .map(({ userId, made, arrivedAtMs }) => ({
      userId,
      status,
      made,
      arrivedAtMs,
      by,
      madeEarlier: isSurelyEarlier(by.made, made),
    }));
}
