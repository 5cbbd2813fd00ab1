import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

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
  titleLevel?: 1 | 2;
}
