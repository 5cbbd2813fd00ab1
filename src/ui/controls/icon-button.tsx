import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../class-names.ts";
import styles from "./icon-button.module.css";

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
  /** For a toggle. */
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon, pressed, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(styles.button, pressed && styles.pressed, className)}
    >
      {icon}
    </button>
  );
}
