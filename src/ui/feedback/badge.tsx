import type { ReactNode } from "react";
import styles from "./badge.module.css";

/** "999+" above 999, nothing at 0. `label` names what is counted. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{cappedCount(count)}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

const COUNT_CAP = 999;

export function cappedCount(count: number): string {
  return count > COUNT_CAP ? `${COUNT_CAP}+` : String(count);
}

/** The icon of an `IconButton` with a number at its corner, none at 0. The name of the button says what is counted. */
export function CountedIcon({ icon, count }: { icon: ReactNode; count: number }) {
  return (
    <span className={styles.icon} aria-hidden="true">
      {icon}
      {count > 0 && <span className={styles.corner}>{count}</span>}
    </span>
  );
}
