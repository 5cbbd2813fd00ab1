import { percentText } from "../../../domain/insight/insight-text.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import styles from "./confidence-figure.module.css";

/** The bar is dashed below this confidence. */
const UNSURE_BELOW = 0.5;

/** A confidence as number and bar; without one the bar's place stays. */
export function ConfidenceFigure({ fraction }: { fraction: number | null }) {
  const text = percentText(fraction);
  if (fraction === null || text === null) {
    return (
      <span className={styles.figure}>
        <span className={styles.none} title={insightsMessages.noConfidence}>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">{insightsMessages.noConfidence}</span>
        </span>
      </span>
    );
  }
  const width = `${Math.min(100, Math.max(0, fraction * 100))}%`;
  return (
    <span className={styles.figure}>
      <span>{text}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={fraction < UNSURE_BELOW ? styles.unsure : styles.sure} style={{ width }} />
      </span>
    </span>
  );
}
