import styles from "./spinner.module.css";

/** Decorative: words or a live region must stand beside it. */
export function Spinner({ size = 24 }: { size?: number }) {
  return (
    <svg className={styles.ring} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}
