import type { ReactNode } from "react";
import styles from "./deploy-dialog.module.css";

interface DeployRowProps {
  name: string;
  remark: string;
  state?: ReactNode;
  children: ReactNode;
}

export function DeployRow({ name, remark, state, children }: DeployRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.remark}>{remark}</span>
      </span>
      {state}
      <span className={styles.buttons}>{children}</span>
    </li>
  );
}
