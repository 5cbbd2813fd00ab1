import { useEffect, useState } from "react";
import { SHELL } from "../../messages/shell/shell.ts";
import styles from "./loading-notice.module.css";
import { Spinner } from "./spinner.tsx";

export const SLOW_AFTER_MS = 5000;

export function LoadingNotice() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.place} role="status">
      <Spinner size={32} />
      <span className="visually-hidden">{SHELL.loading}</span>
      {slow && <p>{SHELL.slowLoading}</p>}
    </div>
  );
}
