import type { ReactNode } from "react";
import type { ReviewAction } from "../domain/insight/insight.ts";
import styles from "./action-icon.module.css";

/** Strokes in a square of 24 units. */
const STROKES: Readonly<Record<ReviewAction | "none", string>> = {
  acknowledge: "m4 12.5 5 5L20 6.5",
  archive: "M3 4h18v4.5H3zM5 8.5V20h14V8.5M10 12.5h4",
  favorite: "m12 2.8 2.85 5.8 6.4.9-4.65 4.5 1.1 6.4-5.7-3-5.7 3 1.1-6.4L2.75 9.5l6.4-.9z",
  none: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 15l6-6",
};

/**
 * The icon of a review action. Drawn as one path in place of a component of the icon library: a table mounts three for
 * each row that scrolling adds, and those components were a quarter of its allocations.
 */
export function actionIcon(action: ReviewAction | "none", size = 18): ReactNode {
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={STROKES[action]} />
    </svg>
  );
}
