import type { ComponentProps } from "react";
import { Button } from "../controls/button.tsx";
import styles from "./page-action.module.css";

interface PageActionProps extends Omit<ComponentProps<typeof Button>, "children" | "className" | "variant"> {
  label: string;
}

/** The main action of a page; in its head on phones its icon alone, with the same name. */
export function PageAction({ label, ...button }: PageActionProps) {
  return (
    <Button title={label} variant="primary" {...button} className={styles.action}>
      <span className={styles.word}>{label}</span>
    </Button>
  );
}
