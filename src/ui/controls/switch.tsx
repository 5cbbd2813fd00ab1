import type { ReactNode } from "react";
import styles from "./switch.module.css";

interface SwitchProps {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
  disabled?: boolean;
  /** Ids of the elements that explain it; none where it is empty. */
  describedBy?: string;
}

export function Switch({ checked, onChange, children, disabled = false, describedBy }: SwitchProps) {
  return (
    <label className={styles.label}>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        aria-checked={checked}
        aria-describedby={describedBy || undefined}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
