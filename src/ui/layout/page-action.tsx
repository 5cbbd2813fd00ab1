import type { ComponentProps } from "react";
import { Button } from "../controls/button.tsx";
import styles from "./page-action.module.css";

interface PageActionProps extends Omit<ComponentProps<typeof Button>, "children" | "className"> {
  label: string;
}

/** A button in a page's head; on phones its icon alone, with the same name. */
export function PageAction({ label, ...button }: PageActionProps) {
  return (
    <Button title={label} {...button} className={styles.action}>
      <span className={styles.word}>{label}</span>
    </Button>
  );
}
