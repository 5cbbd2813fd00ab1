import { useMemo, useState } from "react";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { bestFrame, framesOf } from "./burst-frames.ts";

/** Which frame of a row is looked at: the chosen one, and in a new row the best. */
export function useShownFrame(row: InsightRow | null): {
  frames: readonly InsightRow[];
  /** Place in `frames`, from 0. */
  frame: number;
  shown: InsightRow | null;
  /** False where the row has no such frame. */
  chooseFrame(frame: number): boolean;
} {
  const frames = useMemo(() => (row === null ? [] : framesOf(row)), [row]);
  const [chosen, setChosen] = useState<{ of: string; frame: number } | null>(null);
  const frame = chosen !== null && chosen.of === row?.insightId ? chosen.frame : bestFrame(frames);
  return {
    frames,
    frame,
    shown: frames[frame] ?? null,
    chooseFrame(next) {
      if (row === null || next < 0 || next >= frames.length) return false;
      setChosen({ of: row.insightId, frame: next });
      return true;
    },
  };
}
