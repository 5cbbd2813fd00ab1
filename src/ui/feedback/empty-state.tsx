import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

/** What stands where there is nothing to show: what that means, and what to do next. */
export function EmptyState({ icon, title, children, action, titleLevel = 2 }: EmptyStateProps) {
  const Title = titleLevel === 1 ? "h1" : "h2";
  return (
    <div className={styles.empty}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <Title className={styles.title}>{title}</Title>
      {children && <div className={styles.words}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** 1 where it is the whole page. */
  titleLevel?: 1 | 2;
}
