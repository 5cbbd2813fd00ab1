import styles from "./progress.module.css";

/** Indeterminate without `max`. */
export function ProgressBar({ value, max, label }: { value: number; max: number | null; label: string }) {
  return max === null ? (
    <progress className={styles.bar} aria-label={label} />
  ) : (
    <progress className={styles.bar} aria-label={label} value={Math.min(value, max)} max={Math.max(max, 1)} />
  );
}
