import { shownConfidence } from "../../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";

/** In the order in which they were taken. */
export function framesOf(row: InsightRow): readonly InsightRow[] {
  return row.members.length === 0 ? [row] : row.members.toReversed();
}

/** Place of the frame with a photo and the highest confidence. */
export function bestFrame(frames: readonly InsightRow[]): number {
  let best = -1;
  for (const [at, frame] of frames.entries()) {
    if ((frame.photoUrl ?? "") === "") continue;
    const better = frames[best];
    if (better === undefined || (shownConfidence(frame) ?? -1) > (shownConfidence(better) ?? -1)) best = at;
  }
  return Math.max(0, best);
}
