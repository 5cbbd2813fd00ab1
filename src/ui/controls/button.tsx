import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../class-names.ts";
import { Spinner } from "../feedback/spinner.tsx";
import styles from "./button.module.css";

/** At most one filled button ("primary" or "unsent") stands on a screen; "unsent" is Save's alone. */
export type ButtonVariant = "primary" | "unsent" | "outlined" | "plain" | "danger";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  icon?: ReactNode;
  /** Shows a spinner and ignores presses; the width stays. */
  busy?: boolean;
  fill?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = "outlined",
  icon,
  busy = false,
  fill = false,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(styles.button, styles[variant], fill && styles.fill, className)}
    >
      {busy ? <Spinner size={16} /> : icon}
      {children}
    </button>
  );
}
