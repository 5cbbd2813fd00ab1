import type { ReactNode } from "react";
import styles from "./page.module.css";

/** The frame of a screen: its title with a count or a remark, its acts at the right, its content beneath. */
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
  /** As high as the window and no higher: its content scrolls by itself, as tables do. */
  fills?: boolean;
  children: ReactNode;
}
