import { shownConfidence } from "../../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";

/** The frames of a burst in the order in which they were taken; of a single insight itself alone. */
export function framesOf(row: InsightRow): readonly InsightRow[] {
  return row.members.length === 0 ? [row] : row.members.toReversed();
}

/** The frame to look at first: of those with a photo the one that the model was surest of. */
export function bestFrame(frames: readonly InsightRow[]): number {
  let best = -1;
  for (const [at, frame] of frames.entries()) {
    if ((frame.photoUrl ?? "") === "") continue;
    const better = frames[best];
    if (better === undefined || (shownConfidence(frame) ?? -1) > (shownConfidence(better) ?? -1)) best = at;
  }
  return Math.max(0, best);
}
