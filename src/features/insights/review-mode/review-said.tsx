import { shownConfidence } from "../../../domain/insight/insight.ts";
import { percentText } from "../../../domain/insight/insight-text.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { viewerMessages } from "../../../messages/insights/viewer.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { readableName } from "../facts/species-label.tsx";

interface ReviewSaidProps {
  /** The outcome of the last step. */
  said: string;
  progress: string;
  shown: InsightRow | null;
  row: InsightRow | null;
}

/** The live regions of review mode: the last step, and the image that is looked at. */
export function ReviewSaid({ said, progress, shown, row }: ReviewSaidProps) {
  return (
    <>
      <div className="visually-hidden" role="status" data-said="step">
        {said}
      </div>
      <div className="visually-hidden" role="status" data-said="place">
        {shown !== null && words.at(progress, spoken(shown, row))}
      </div>
    </>
  );
}

function spoken(shown: InsightRow, row: InsightRow | null): string[] {
  const status = row?.status ?? null;
  return [
    readableName(shown.className),
    percentText(shownConfidence(shown)) ?? insightsMessages.noConfidence,
    shown.displayName,
    ...(shown.boxes.length > 0 ? [viewerMessages.boxesCount(shown.boxes.length)] : []),
    ...(row !== null && row.members.length > 1 ? [words.burst.label(row.members.length)] : []),
    ...(status === null || status === "none" ? [] : [insightsMessages.statusNames[status]]),
  ];
}
