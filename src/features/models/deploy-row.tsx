import type { ReactNode } from "react";
import styles from "./deploy-dialog.module.css";

interface DeployRowProps {
  name: string;
  remark: string;
  /** Whether it is deployed there, where one word can say it. */
  state?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** One group or one Sentinel of the deploy dialog. */
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
