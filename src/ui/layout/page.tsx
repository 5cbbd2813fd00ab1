import type { ReactNode } from "react";
import styles from "./page.module.css";

export function Page({ title, remark, actions, fills = false, children }: PageProps) {
  return (
    <div className={fills ? `${styles.page} ${styles.fills}` : styles.page}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h1>{title}</h1>
          {remark && <span className={styles.remark}>{remark}</span>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface PageProps {
  title: string;
  remark?: ReactNode;
  actions?: ReactNode;
  /** As high as the window: its content scrolls by itself. */
  fills?: boolean;
  children: ReactNode;
}
