import { type ReactNode, useMemo, useState } from "react";
import styles from "./page.module.css";
import { PageHeadContext } from "./page-head.ts";

export function Page({ title, remark, actions, notice, fills = false, children }: PageProps) {
  const [count, setCount] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const places = useMemo(() => ({ count, tools }), [count, tools]);
  return (
    <div className={fills ? `${styles.page} ${styles.fills}` : styles.page}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h1>{title}</h1>
          <span ref={setCount} className={styles.count} />
          {remark && <span className={styles.remark}>{remark}</span>}
        </div>
        <div className={styles.actions}>
          {actions}
          <span ref={setTools} className={styles.tools} />
        </div>
      </header>
      {notice && <div className={styles.notice}>{notice}</div>}
      <PageHeadContext value={places}>{children}</PageHeadContext>
    </div>
  );
}

interface PageProps {
  title: string;
  remark?: ReactNode;
  actions?: ReactNode;
  /** Under the head; on phones at the bottom, so that a list begins high. */
  notice?: ReactNode;
  /** As high as the window: its content scrolls by itself. */
  fills?: boolean;
  children: ReactNode;
}
