import { type ReactNode, useMemo, useRef, useState } from "react";
import styles from "./page.module.css";
import { PageHeadContext } from "./page-head.ts";
import { useHidingBar } from "./use-hiding-bar.ts";

/** Lists on a phone, see record-table.tsx. */
const CARDS = "[data-cards]";

export function Page({ title, remark, actions, notice, fills = false, children }: PageProps) {
  const [count, setCount] = useState<HTMLElement | null>(null);
  const [tabs, setTabs] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const places = useMemo(() => ({ count, tabs, tools }), [count, tabs, tools]);
  const page = useRef<HTMLDivElement>(null);
  useHidingBar(page, CARDS);
  return (
    <div ref={page} className={fills ? `${styles.page} ${styles.fills}` : styles.page}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h1>{title}</h1>
          <span ref={setCount} className={styles.count} />
          {remark && <span className={styles.remark}>{remark}</span>}
        </div>
        <div ref={setTabs} className={styles.tabs} />
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
