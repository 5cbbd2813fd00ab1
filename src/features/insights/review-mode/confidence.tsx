import { shownConfidence } from "../../../domain/insight/insight.ts";
import { percentText } from "../../../domain/insight/insight-text.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import styles from "./confidence.module.css";

/** In a burst the list shows the burst's confidence, and this screen one of its photos. */
export function Confidence({ shown, row }: { shown: InsightRow; row: InsightRow }) {
  const photo = percentText(shownConfidence(shown)) ?? insightsMessages.noConfidence;
  const burst = row.members.length > 1 ? percentText(shownConfidence(row)) : null;
  if (burst === null) return <span className={styles.percent}>{photo}</span>;
  return (
    <span className={styles.percent}>
      <span className={styles.percentWords}>{words.burst.confidence(photo, burst)}</span>
      <span className={styles.percentBrief}>{words.burst.confidenceBrief(photo, burst)}</span>
    </span>
  );
}
