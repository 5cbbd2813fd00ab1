import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../class-names.ts";
import styles from "./icon-button.module.css";

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does, as a name for those who cannot see the icon; also its tooltip. */
  label: string;
  icon: ReactNode;
  /** For a button that stays down: its state is told, not only shown. */
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
