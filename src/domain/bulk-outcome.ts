import type { ItemOutcome } from "./bulk-update.ts";
import { type DecisionSpan, isSurelyEarlier } from "./decision-time.ts";
import type { InsightStatus } from "./insight/insight.ts";
import { isSeenInsight, type SeenInsight } from "./insight/seen-insight.ts";

/** The times by which an item names its insight beside the id. */
export type SeenTimes = Pick<SeenInsight, "timeStampMs" | "fileCtimeMs">;

/** One absolute status for one insight, as a person decided it. */
export interface StatusIntent {
  readonly insightId: string;
  readonly deviceId: string;
  readonly insightStatus: InsightStatus;
  /** The status that the person saw; null where the client did not send it. */
  readonly base: InsightStatus | null;
  /** The times of the insight that the person saw; absent where the client did not send them. */
  readonly seen?: SeenTimes;
  /** When the person decided; absent where that is not known. */
  readonly made?: DecisionSpan;
}

/** The state of an insight when a bulk update is applied. */
export interface InsightState extends SeenTimes {
  readonly status: InsightStatus;
  /** The author of the status; null until somebody sets one. */
  readonly by: string | null;
  /** Time of the status, epoch milliseconds. */
  readonly atMs: number | null;
  /** When the decisions that the status stands for were made: its author's, and those of others who confirmed it. */
  readonly made?: readonly DecisionSpan[];
  /** held: the user has access; lost: had it, and no longer; never: never had it. */
  readonly access: "held" | "lost" | "never";
}

export interface ItemDecision {
  readonly outcome: "applied" | ItemOutcome;
  /** For "overrode": the author and the time of the replaced status. */
  readonly by: string | null;
  readonly atMs: number | null;
  /** For "overrode": the status that was replaced. */
  readonly replaced: InsightStatus | null;
  /** Of "overrode": the item was decided before what it replaced for certain, although it arrived after it. */
  readonly madeEarlier?: true;
}

/** Whether an item with this outcome changes its insight. */
export function changesInsight(outcome: ItemDecision["outcome"]): boolean {
  return outcome === "applied" || outcome === "overrode";
}

/**
 * The outcome of each item of a bulk update, in the order of the items. Access is checked first; of several items for
 * one insight the last one wins.
 *
 * @param stateOf the insight that an item names by insight and device together; null where there is none
 */
export function decideItems<Intent extends StatusIntent>(
  items: readonly Intent[],
  stateOf: (item: Intent) => InsightState | null,
): ItemDecision[] {
  const lastIndex = new Map<string, number>();
  for (const [index, item] of items.entries()) lastIndex.set(nameOf(item), index);
  return items.map((item, index) => {
    const state = stateOf(item);
    if (state === null || state.access === "never") return plain("gone");
    if (state.access === "lost") return plain("forbidden");
    if (item.seen !== undefined && !isSeenInsight(item.seen, state)) return plain("mismatch");
    if (lastIndex.get(nameOf(item)) !== index) return plain("superseded");
    if (state.status === item.insightStatus) return plain("noop");
    const madeEarlier =
      state.made?.some((made) => isSurelyEarlier(item.made ?? NEVER_EARLIER, made)) ?? false;
    // What a person saw may have been set, taken back and set again since.
    if (!madeEarlier && (item.base === null || item.base === state.status)) return plain("applied");
    const { by, atMs, status: replaced } = state;
    return { outcome: "overrode", by, atMs, replaced, ...(madeEarlier && { madeEarlier }) };
  });
}

const NEVER_EARLIER: DecisionSpan = { fromMs: null, toMs: Number.POSITIVE_INFINITY };

function plain(outcome: ItemDecision["outcome"]): ItemDecision {
  return { outcome, by: null, atMs: null, replaced: null };
}

function nameOf(item: StatusIntent): string {
  return JSON.stringify([item.insightId, item.deviceId]);
}
